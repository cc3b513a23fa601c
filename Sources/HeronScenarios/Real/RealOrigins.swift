public import HeronEngine
import HeronTesting
import NIOCore
import NIOPosix
import NIOSSL

/// The origins of a script on the loopback, behind one line with the script's round trip and rate.
public final class RealOrigins: Sendable {
  /// What a client has to connect to instead of the script's names, in curl's form
  /// `host:port:other-host:other-port` (CURLOPT_CONNECT_TO).
  public let connectTo: [String]
  /// A file of the certificates to trust; nil where no origin has TLS.
  public var caFile: String? { authority?.caFile }

  private let group: MultiThreadedEventLoopGroup
  private let authority: CertificateAuthority?
  private let origins: [RealOrigin]

  private init(_ group: MultiThreadedEventLoopGroup, _ authority: CertificateAuthority?, _ origins: [RealOrigin]) {
    self.group = group
    self.authority = authority
    self.origins = origins
    connectTo = origins.map { origin in
      "\(origin.name).test:\(origin.isSecure ? 443 : 80):127.0.0.1:\(origin.port)"
    }
  }

  /// Listens for all origins of a scenario.
  ///
  /// - Parameters:
  ///   - port: where the first one listens, the others behind it; 0 for any that are free.
  ///   - encode: turns pixels into a PNG file.
  ///   - told: called with each request, the name of its origin, and what it gets.
  /// - Throws: what a socket or TLS says.
  public static func start(
    _ scenario: Scenario, seed: UInt64, port: Int = 0, calendar: @escaping @Sendable () -> Int64,
    encode: @escaping @Sendable (Image) -> [UInt8]?,
    told: @escaping @Sendable (String, OriginRequest, OriginReply) -> Void = { _, _, _ in }
  ) async throws -> RealOrigins {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let isSecure = scenario.origins.contains(where: \.script.isSecure)
    let authority = isSecure ? try CertificateAuthority() : nil
    let loop = group.next()
    let shaper = try await loop.submit {
      NIOLoopBound(LineShaper(scenario.link, loop: loop), eventLoop: loop)
    }.get()
    var origins: [RealOrigin] = []
    do {
      for (number, (name, script)) in scenario.origins.enumerated() {
        let routes = ScriptRoutes(
          name, script, dice: Dice(seed: seed), pictures: RealPicture(encode: encode), calendar: calendar
        ) { told(name, $0, $1) }
        let pace = try await loop.submit {
          let pace = OriginPace(
            shaper.value, number: number, workers: script.workers, isSecure: script.isSecure)
          return NIOLoopBound(pace, eventLoop: loop)
        }.get()
        let service = OriginService(log: OriginLog(), routes: routes, settings: OriginSettings(), pace: pace)
        var fitting = RealOrigin.Fitting(group: group, service: service)
        if script.isSecure, let authority {
          let versions: [HTTPVersion] = script.isMultiplexed ? [.http2] : [.http11]
          fitting.good = try NIOSSLContext(
            try authority.identity(.good, names: ["\(name).test"]), versions: versions)
          fitting.bad = try NIOSSLContext(try authority.identity(.selfSigned), versions: versions)
        }
        origins.append(
          try await RealOrigin.start(
            name, script, routes: routes, fitting: fitting, port: port == 0 ? 0 : port + number))
      }
    } catch {
      try await group.shutdownGracefully()
      throw error
    }
    return RealOrigins(group, authority, origins)
  }

  /// From here on that origin is like that.
  public func set(_ name: String, _ script: OriginScript) { origins.first { $0.name == name }?.set(script) }

  /// Requests for a URL so far.
  func requestCount(_ url: String) -> Int { origins.reduce(0) { $0 + $1.routes.count(of: url) } }

  /// Whether it is what some origin has served under that URL, whole: of any version, where validators flip.
  func isRight(_ media: LoadedMedia, _ url: String) -> Bool {
    let places = [url, media.responseURL]
    if let stamp = media.image?.stamp {
      let requests = places.map(requestCount).max() ?? 0
      return StampedPicture.isStamp(stamp, of: places, requests: requests)
    }
    return places.contains { place in origins.contains { $0.routes.hasServed(media.body ?? [], place) } }
  }

  /// Each origin's name, and what its URLs begin with on the loopback.
  public var places: [(name: String, url: String)] {
    origins.map { ($0.name, "\($0.isSecure ? "https" : "http")://127.0.0.1:\($0.port)/") }
  }

  /// Closes all ports and connections.
  public func shutDown() async throws {
    for origin in origins { origin.shut() }
    try await group.shutdownGracefully()
  }
}
