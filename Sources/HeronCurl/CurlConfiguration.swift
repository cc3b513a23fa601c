import HeronEngine

/// What holds for every transfer of a transport.
public struct CurlConfiguration: Sendable, Equatable {
  /// A proxy's URL; nil: none, whatever the environment's variables say.
  ///
  /// The guard sees the proxy's address alone, so that a strict one excludes a proxy.
  public var proxy: String?
  /// Which addresses a socket may be opened to. A connection that is used again was judged when it was opened.
  public var addressGuard = AddressGuard.standard
  /// Addresses that stand for names, in curl's form `host:port:address[,address]…`, an IPv6 address in brackets
  /// (CURLOPT_RESOLVE). They are judged like those of the system's resolver.
  public var resolve: [String] = []
  /// Where to connect to instead, in curl's form `host:port:other-host:other-port`, each part may be empty
  /// (CURLOPT_CONNECT_TO). The request and the certificate's name stay those of the URL.
  public var connectTo: [String] = []
  /// A file of PEM certificates to trust instead of the system's; nil: the system's.
  public var caFile: String?
  /// The value of User-Agent where a request's headers have none.
  public var userAgent = "Heron/0.1"
  /// The most bytes that each transfer receives per second; nil: no such limit. An average: curl takes up to 100
  /// buffers at once and then rests, a quarter of a second at most from 400 KiB per second on, longer below (a buffer
  /// has 1 KiB at least).
  public var bytesPerSecond: Int?
  /// Whether HTTP/3 is tried where libcurl has it (``CurlTransport/speaksHTTP3``); the older versions stay possible.
  public var prefersHTTP3 = false
  /// The most connections kept, those in use included: with more than that in flight none is used twice.
  public var maxConnections = 128

  /// The standard guard, no proxy, the system's certificates.
  public init() {}
}

extension CurlConfiguration {
  // curl 7.88 empties a socket in up to so many rounds before it looks at the rate again.
  private static let roundsWithoutLook = 100

  /// What curl reads at a time: less where a rate is limited, so that it looks at the rate more often.
  var receiveBufferBytes: Int {
    guard let bytesPerSecond else { return 128 << 10 }
    return min(max(bytesPerSecond / (4 * Self.roundsWithoutLook), 1 << 10), 128 << 10)
  }

  /// How long a transfer may rest at the most, to keep its rate.
  public var longestRest: Duration {
    guard let bytesPerSecond else { return .zero }
    return .seconds(1) * (receiveBufferBytes * Self.roundsWithoutLook) / max(bytesPerSecond, 1)
  }

  /// Throws `.badRequest` for what contradicts itself or cannot be told curl.
  func validate() throws(TransportError) {
    if addressGuard.isStrict, let proxy, !proxy.isEmpty {
      throw TransportError(
        .badRequest, message: "the strict address guard cannot see behind a proxy; use no proxy, or the standard guard")
    }
    // curl reads up to a NUL.
    guard let entry = (resolve + connectTo).first(where: { $0.utf8.contains(0) || $0.isEmpty }) else { return }
    throw TransportError(.badRequest, message: "\(String(reflecting: entry)) is not in the form host:port:address")
  }
}
