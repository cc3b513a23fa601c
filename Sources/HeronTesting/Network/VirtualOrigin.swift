public import HeronEngine

/// An origin of a ``VirtualNetwork``: how it is connected to, what it can do at a time, and what it replies.
public struct VirtualOrigin: Sendable {
  /// What becomes of a connection that is opened.
  public enum Connecting: Sendable, Hashable {
    /// It opens: one round trip, and one more with TLS 1.3 (RFC 8446 §2).
    case works
    /// It is refused, after a round trip.
    case isRefused
    /// Nothing answers: the connect timeout ends it.
    case hangs
    /// The name is not resolved, after a round trip.
    case hasNoName
    /// TLS is not agreed, after two round trips.
    case failsTLS
    /// The certificate is not one to be trusted, after two round trips.
    case hasBadCertificate

    /// Whether a connection comes about.
    var failure: TransportError.Failure? {
      switch self {
      case .works: nil
      case .isRefused: .connectionRefused
      case .hangs: .connectTimeout
      case .hasNoName: .nameResolution
      case .failsTLS: .tlsHandshake
      case .hasBadCertificate: .certificate
      }
    }

    /// Round trips until it is known.
    func roundTrips(isSecure: Bool) -> Int {
      switch self {
      case .works: isSecure ? 2 : 1
      case .isRefused, .hasNoName, .hangs: 1
      case .failsTLS, .hasBadCertificate: 2
      }
    }
  }

  /// What becomes of its connections.
  public var connecting: Connecting
  /// The version of HTTP that it speaks; 2 multiplexes on one connection.
  public var version: HTTPVersion
  /// How many requests it works on at a time; others queue in front of it. Nil: any number.
  public var workers: Int?
  /// What it replies to a request, given that it is the `count`th to that URL, from 0. The reply's latency is the time
  /// that a worker takes.
  public var reply: @Sendable (_ request: TransportRequest, _ count: Int) -> ScriptedReply

  /// An origin that replies as `reply` says.
  public init(
    connecting: Connecting = .works, version: HTTPVersion = .http11, workers: Int? = nil,
    reply: @escaping @Sendable (_ request: TransportRequest, _ count: Int) -> ScriptedReply
  ) {
    self.connecting = connecting
    self.version = version
    self.workers = workers
    self.reply = reply
  }
}

extension VirtualOrigin {
  /// The origin that a URL belongs to: scheme, host and port as written.
  public static func name(of url: String) -> String {
    guard let scheme = url.range(of: "://") else { return url }
    let rest = url[scheme.upperBound...]
    return String(url[..<(rest.firstIndex { "/?#".contains($0) } ?? url.endIndex)])
  }
}

extension String {
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while let index = self[start...].firstIndex(of: text[text.startIndex]) {
      if self[index...].hasPrefix(text) { return index..<self.index(index, offsetBy: text.count) }
      start = self.index(after: index)
    }
    return nil
  }
}
