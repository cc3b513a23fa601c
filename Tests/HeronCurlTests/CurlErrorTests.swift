import HeronEngine
import Testing

@testable import HeronCurl

struct CurlErrorTests {
  private static let expected: [(codes: [UInt32], failure: TransportError.Failure)] = [
    ([1, 3], .badRequest),
    ([5, 6], .nameResolution),
    ([7, 56, 97], .connectionRefused),
    ([8], .badResponse),
    ([16, 92, 95, 96], .protocolError),
    ([18], .partialBody),
    ([23, 61], .badContentEncoding),
    ([28], .connectTimeout),
    ([33, 36], .rangeRefused),
    ([35, 53, 54, 59, 64, 66, 80], .tlsHandshake),
    ([42], .stopped),
    ([51, 58, 60, 82, 83, 90, 91, 98], .certificate),
    ([52], .emptyReply),
    ([55, 65], .sendFailed),
    ([89], .noConnection),
    // No memory; an option, function or interface that is not there; a call that was wrong; a broken poll.
    ([2, 4, 27, 41, 43, 45, 48, 49, 81, 93, 99], .transportFailed),
    // A file of certificates that cannot be read: ours.
    ([77], .transportFailed),
    // HTTP with options that are never set: fail on error, forms, redirects, size limit, authentication.
    ([22, 34, 47, 63, 67, 94], .transportFailed),
    // Files, FTP, LDAP, TFTP, SSH, RTSP, and reading or sending what a GET does not have.
    ([9, 10, 11, 12, 13, 14, 15, 17, 19, 21, 25, 26, 30, 31, 37, 38, 39], .transportFailed),
    ([68, 69, 70, 71, 72, 73, 74, 78, 79, 84, 85, 86, 87, 88], .transportFailed),
    // Not in use.
    ([20, 24, 29, 32, 40, 44, 46, 50, 57, 62, 75, 76], .transportFailed),
  ]

  @Test func `every code of curl is mapped`() {
    var mapped: Set<UInt32> = []
    for (codes, failure) in Self.expected {
      for code in codes {
        #expect(self.failure(code, .connecting) == failure, "code \(code)")
        #expect(mapped.insert(code).inserted, "code \(code) twice")
      }
    }
    #expect(mapped == Set(1...99))
  }

  @Test(arguments: ["OpenSSL/3.0.19: error:06880006:asn1 encoding routines::EVP lib", "error:02000077:rsa routines::x"])
  func `a signature that does not hold is the certificate's fault`(detail: String) {
    #expect(CurlError(code: 35, phase: .connecting, detail: detail).failure == .certificate)
  }

  @Test func `a code that this curl does not know is the transport's failure`() {
    #expect(failure(100, .receivingBody) == .transportFailed)
    #expect(failure(9999, .receivingBody) == .transportFailed)
  }

  @Test func `the phase tells kinds of one code apart`() {
    #expect(failure(28, .requesting) == .timeout)
    #expect(failure(28, .receivingBody) == .timeout)
    #expect(failure(1, .receivingHead) == .badResponse)
    #expect(failure(56, .requesting) == .receiveFailed)
    #expect(failure(56, .receivingBody) == .receiveFailed)
    #expect(failure(18, .requesting) == .streamRefused)
    #expect(failure(18, .receivingBody) == .partialBody)
    #expect(failure(27, .receivingHead) == .headersTooLarge)
    #expect(failure(27, .receivingBody) == .transportFailed)
  }

  @Test func `a refused stream is told from a broken one`() {
    let detail = "HTTP/2 stream 3 was not closed cleanly: REFUSED_STREAM (err 7)"
    #expect(CurlError(code: 92, phase: .requesting, detail: detail).failure == .streamRefused)
  }

  @Test func `curl's own sentence stands in for a missing one`() {
    #expect(!CurlError(code: 7, phase: .connecting, detail: "").message.isEmpty)
    #expect(CurlError(code: 7, phase: .connecting, detail: "why").message == "why")
  }

  private func failure(_ code: UInt32, _ phase: TransportError.Phase) -> TransportError.Failure {
    CurlError(code: code, phase: phase, detail: "").failure
  }
}
