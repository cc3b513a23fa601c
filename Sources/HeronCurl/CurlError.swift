import CCurl
import HeronEngine

/// How a transfer ended by curl's account: its code, and how far it had come. The one place that maps them.
struct CurlError {
  /// curl's number for it.
  let code: UInt32
  let phase: TransportError.Phase
  /// What curl wrote into the transfer's error buffer; may be empty.
  let detail: String
  /// Whether there is a proxy, so that what fails before a request goes out is its doing.
  var isProxied = false

  /// curl's sentence for the code where the transfer's own is missing.
  var message: String {
    let text = detail.isEmpty ? String(cString: curl_easy_strerror(CURLcode(code))) : detail
    return isProxied && phase == .connecting ? "by way of the proxy: \(text)" : text
  }

  /// The kind of failure.
  var failure: TransportError.Failure {
    switch CURLcode(code) {
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST: .nameResolution
    case CURLE_COULDNT_CONNECT, CURLE_PROXY: .connectionRefused
    case CURLE_OPERATION_TIMEDOUT: phase == .connecting ? .connectTimeout : .timeout
    case CURLE_GOT_NOTHING: .emptyReply
    case CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND: .sendFailed
    // Before a request goes out only a proxy is listened to, which refuses to connect.
    case CURLE_RECV_ERROR where detail.contains("chunk"): .protocolError
    case CURLE_RECV_ERROR: phase == .connecting ? .connectionRefused : .receiveFailed
    // Without a byte, only by HTTP/2: a stream refused on a connection that was given up (GOAWAY).
    case CURLE_PARTIAL_FILE: phase == .requesting ? .streamRefused : .partialBody
    case CURLE_HTTP2, CURLE_HTTP3, CURLE_QUIC_CONNECT_ERROR: .protocolError
    case CURLE_HTTP2_STREAM: detail.contains("REFUSED_STREAM") ? .streamRefused : .protocolError
    case CURLE_NO_CONNECTION_AVAILABLE: .noConnection
    case CURLE_RANGE_ERROR, CURLE_BAD_DOWNLOAD_RESUME: .rangeRefused
    // 23 is our own refusal, which is told before it comes here, or bytes behind the end of a coded body.
    case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR: .badContentEncoding
    case CURLE_WEIRD_SERVER_REPLY: .badResponse
    // A scheme that we do not speak, or, once connected, an answer that is not HTTP/1.0 or later.
    case CURLE_UNSUPPORTED_PROTOCOL: phase == .connecting ? .badRequest : .badResponse
    case CURLE_URL_MALFORMAT: .badRequest
    // What curl 7.88 says to a header line over its 100 KiB.
    case CURLE_OUT_OF_MEMORY: phase == .receivingHead ? .headersTooLarge : .transportFailed
    case CURLE_ABORTED_BY_CALLBACK: .stopped
    default: failureOfTLS ?? .transportFailed
    }
  }

  // A certificate that an authority of the right name, but with another key, should have signed: OpenSSL 3 tells of the
  // signature first, which curl 7.88 takes for any failure of the handshake.
  private var isOfSignature: Bool {
    ["asn1 encoding routines", "rsa routines"].contains { detail.contains($0) }
  }

  private var failureOfTLS: TransportError.Failure? {
    switch CURLcode(code) {
    case CURLE_SSL_CONNECT_ERROR where isOfSignature: .certificate
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_SHUTDOWN_FAILED, CURLE_USE_SSL_FAILED:
      .tlsHandshake
    // 51 was the same as 60 before curl 7.62.
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_OBSOLETE51, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CRL_BADFILE,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS,
      CURLE_SSL_CLIENTCERT:
      .certificate
    // Our own file of certificates (77): not the server's fault. The rest belongs to other protocols, to options that are never set, to mistakes of ours, or is unused.
    default: nil
    }
  }
}
