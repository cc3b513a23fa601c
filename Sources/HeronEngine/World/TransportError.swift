/// Why a transfer gave no complete response. Closed: every code of every transport is mapped to one of these.
public struct TransportError: Error, Sendable, Hashable {
  /// The kinds of failure that the retry policy tells apart.
  public enum Failure: String, Sendable, Hashable, CaseIterable {
    /// The name could not be resolved.
    case nameResolution
    /// The connection was refused or the host unreachable.
    case connectionRefused
    /// The address may not be connected to, by our own guard.
    case addressRefused
    /// TLS could not be agreed.
    case tlsHandshake
    /// The certificate was not accepted.
    case certificate
    /// No connection in time.
    case connectTimeout
    /// A time limit while waiting for, or in the middle of, the response.
    case timeout
    /// The server closed without a byte of response.
    case emptyReply
    /// The request could not be sent.
    case sendFailed
    /// The connection was reset while receiving.
    case receiveFailed
    /// HTTP/2 or HTTP/3 broke its rules.
    case protocolError
    /// A stream was refused before the server acted on it: safe to send again at once.
    case streamRefused
    /// No connection was available for the request.
    case noConnection
    /// The body ended before its announced length.
    case partialBody
    /// The body's Content-Encoding could not be undone.
    case badContentEncoding
    /// The server could not serve the range that a resumed attempt asked for.
    case rangeRefused
    /// What came is not HTTP, or breaks its rules (headers too large, a bad status line).
    case badResponse
    /// The header section is over its limit.
    case headersTooLarge
    /// The URL, or a header to send, cannot be used.
    case badRequest
    /// The observer ended the transfer, or it was cancelled.
    case stopped
    /// The transport itself failed (memory, threads, a bug).
    case transportFailed
  }

  /// How far a transfer had come.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// No connection to send the request on: the name, TCP, TLS.
    case connecting
    /// The request went out, or was going; no byte has come.
    case requesting
    /// In the middle of the header section.
    case receivingHead = "receiving-head"
    /// After the final head.
    case receivingBody = "receiving-body"
  }

  /// What failed.
  public var failure: Failure
  /// The transport's own code (curl's, for HeronCurl), where there is one.
  public var code: Int?
  /// How far the transfer had come, where that is known.
  public var phase: Phase?
  /// What the transport says about it.
  public var message: String
  /// Bytes of body received before the failure.
  public var bytesReceived: Int64
  /// What was measured until then.
  public var metrics: TransportMetrics

  /// A failure.
  public init(
    _ failure: Failure, code: Int? = nil, phase: Phase? = nil, message: String = "", bytesReceived: Int64 = 0,
    metrics: TransportMetrics = TransportMetrics()
  ) {
    self.failure = failure
    self.code = code
    self.phase = phase
    self.message = message
    self.bytesReceived = bytesReceived
    self.metrics = metrics
  }

  /// Whether nothing was ever connected: the origin has shown no sign of life.
  public var isConnectFailure: Bool {
    switch failure {
    case .nameResolution, .connectionRefused, .tlsHandshake, .certificate, .connectTimeout: true
    default: false
    }
  }
}
