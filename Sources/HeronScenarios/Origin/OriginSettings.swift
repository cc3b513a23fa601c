public import HeronEngine

/// What holds for every connection of an origin.
public struct OriginSettings: Sendable, Hashable {
  /// The versions of HTTP that are offered in a TLS handshake (ALPN, RFC 7301), the preferred one first. Without TLS,
  /// or with a client that does not ask, it is HTTP/1.1.
  public var versions: [HTTPVersion]
  /// The most streams that a client may have open on one HTTP/2 connection (SETTINGS_MAX_CONCURRENT_STREAMS,
  /// RFC 9113 §6.5.2).
  public var maxConcurrentStreams: Int
  /// The number of requests after which a connection takes no more: HTTP/2 says GOAWAY and HTTP/1.1
  /// `Connection: close`, and the last one is answered. Nil: no such number.
  public var requestsPerConnection: Int?

  /// Settings; HTTP/2 is preferred, with a hundred streams.
  public init(
    versions: [HTTPVersion] = [.http2, .http11], maxConcurrentStreams: Int = 100, requestsPerConnection: Int? = nil
  ) {
    self.versions = versions
    self.maxConcurrentStreams = maxConcurrentStreams
    self.requestsPerConnection = requestsPerConnection
  }
}
