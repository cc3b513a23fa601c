extension TransportError.Failure {
  /// The kind that callers see.
  var kind: MediaLoadError.Kind {
    switch self {
    case .nameResolution: .dns
    case .connectionRefused, .noConnection: .connect
    case .addressRefused: .addressRefused
    case .tlsHandshake: .tls
    case .certificate: .certificate
    case .connectTimeout, .timeout: .timeout
    case .emptyReply, .sendFailed, .receiveFailed, .streamRefused: .reset
    case .protocolError, .badContentEncoding, .rangeRefused, .badResponse: .protocol
    case .partialBody: .truncated
    case .headersTooLarge: .tooLarge
    case .badRequest: .badURL
    case .stopped, .transportFailed: .internal
    }
  }

  /// What happened, without its full stop.
  func sentence(about origin: String) -> String {
    switch self {
    case .nameResolution: "The name of \(origin) could not be resolved; check the name and the network"
    case .connectionRefused: "\(origin) takes no connections"
    case .noConnection: "There was no connection to be had to \(origin)"
    case .addressRefused: "The address of \(origin) may not be connected to"
    case .tlsHandshake: "TLS could not be agreed with \(origin)"
    case .certificate: "The certificate of \(origin) was not accepted"
    case .connectTimeout: "\(origin) could not be connected to in time"
    case .timeout: "\(origin) did not answer in time"
    case .emptyReply: "\(origin) closed the connection without an answer"
    case .sendFailed: "The request could not be sent to \(origin)"
    case .receiveFailed: "The connection to \(origin) broke"
    case .streamRefused: "\(origin) refused the request's stream"
    case .protocolError: "\(origin) broke the rules of its HTTP version"
    case .badContentEncoding: "The Content-Encoding of the answer of \(origin) could not be undone"
    case .rangeRefused: "\(origin) did not serve the part of the file that was asked for"
    case .badResponse: "What \(origin) sent is not HTTP"
    case .partialBody: "The body from \(origin) ended before its announced length"
    case .headersTooLarge: "The header section from \(origin) is over --max-headers"
    case .badRequest: "The URL, or a header, for \(origin) cannot be used"
    case .stopped: "The transfer from \(origin) was stopped"
    case .transportFailed: "The transport failed on our own side while asking \(origin)"
    }
  }
}
