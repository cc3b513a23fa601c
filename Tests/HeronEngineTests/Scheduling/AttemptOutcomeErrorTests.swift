import Testing

@testable import HeronEngine

private let origin = "https://pictures.test"

@Suite struct `Errors of attempts` {
  @Test(
    arguments: [
      (.nameResolution, .dns), (.connectionRefused, .connect), (.noConnection, .connect),
      (.addressRefused, .addressRefused), (.tlsHandshake, .tls), (.certificate, .certificate), (.timeout, .timeout),
      (.connectTimeout, .timeout), (.emptyReply, .reset), (.sendFailed, .reset), (.receiveFailed, .reset),
      (.streamRefused, .reset), (.protocolError, .protocol), (.badContentEncoding, .protocol),
      (.rangeRefused, .protocol), (.badResponse, .protocol), (.partialBody, .truncated), (.headersTooLarge, .tooLarge),
      (.badRequest, .badURL), (.stopped, .internal), (.transportFailed, .internal),
    ] as [(TransportError.Failure, MediaLoadError.Kind)])
  func `a transport failure has a kind of its own`(failure: TransportError.Failure, kind: MediaLoadError.Kind) {
    #expect(AttemptOutcome.transport(TransportError(failure)).error(origin: origin, attempts: 1).kind == kind)
  }

  @Test func `every error says where, in a sentence`() {
    let outcomes =
      TransportError.Failure.allCases.map { AttemptOutcome.transport(TransportError($0)) }
      + (100..<600).map { .response(ResponseHead(status: $0)) }
      + [
        .rangeMismatch, .decoding(.notAnImage), .decoding(.truncated(offset: 1)), .decoding(.unsupported(.gif)),
        .decoding(.overLimit(.pixels, limit: 1, value: 2)),
      ]
    for outcome in outcomes {
      let error = outcome.error(origin: origin, attempts: 3)
      #expect(error.message.contains(origin) && error.message.hasSuffix("."), "\(error)")
      #expect(error.origin == origin && error.attempts == 3)
    }
  }

  @Test func `the transport's own words, code and byte are kept`() {
    let failure = TransportError(.receiveFailed, code: 56, message: "Connection reset by peer", bytesReceived: 700)
    let error = AttemptOutcome.transport(failure).error(origin: origin, attempts: 1)
    #expect(error.code == 56)
    #expect(error.offset == 700)
    #expect(error.message == "The connection to https://pictures.test broke (Connection reset by peer).")
  }

  @Test(
    arguments: [
      (404, .httpStatus), (503, .httpStatus), (204, .httpStatus), (302, .redirect), (304, .protocol), (206, .protocol),
    ] as [(Int, MediaLoadError.Kind)])
  func `a status is told`(status: Int, kind: MediaLoadError.Kind) {
    let error = AttemptOutcome.response(ResponseHead(status: status)).error(origin: origin, attempts: 1)
    #expect(error.status == status)
    #expect(error.kind == kind)
  }

  @Test func `a proxy that wants credentials is not taken for the origin`() {
    let error = AttemptOutcome.response(ResponseHead(status: 407)).error(origin: origin, attempts: 1)
    #expect(error.kind == .httpStatus && error.status == 407)
    #expect(error.message.contains("proxy") && error.message.contains("credentials"))
  }

  @Test func `decoding failures keep their byte and their limit`() {
    func error(_ failure: ImageDecodingError) -> MediaLoadError {
      AttemptOutcome.decoding(failure).error(origin: origin, attempts: 1)
    }
    #expect(error(.truncated(offset: 12)).kind == .truncated)
    #expect(error(.truncated(offset: 12)).offset == 12)
    #expect(error(.corrupt(message: "bad checksum.", offset: 5)).offset == 5)
    #expect(error(.notAnImage).kind == .notAnImage)
    #expect(error(.unsupported(.jpegXL)).kind == .unsupportedFormat)
    let large = error(.overLimit(.decodedBytes, limit: 100, value: 400))
    #expect(large.kind == .tooManyPixels)
    #expect(large.limit == MediaLoadError.Limit("max-decoded-bytes", limit: 100, value: 400))
    #expect(large.message.contains("400") && large.message.contains("--max-decoded-bytes 100"))
  }

  @Test func `one of our own limits stays as it is, with origin and attempts`() {
    let error = AttemptOutcome.limit(MediaLoadError(.tooLarge, "Too large.")).error(origin: origin, attempts: 2)
    #expect(error.message == "Too large." && error.origin == origin && error.attempts == 2)
  }
}
