import Heron
import HeronScenarios

/// An origin of healthy URLs, and three URLs that come to nothing.
struct StragglersScene {
  /// Milliseconds of latency that are measured.
  static let latencies = [0, 20]

  private let origin: LoopbackOrigin
  private let silent: HeronScenarios.SilentListener

  static func start() async throws -> StragglersScene {
    StragglersScene(
      origin: try await LoopbackOrigin.start(routes: StragglersRoutes()), silent: try HeronScenarios.SilentListener())
  }

  func shutDown() async throws { try await origin.shutDown() }

  /// Milliseconds from the first request until the last healthy URL has come.
  func measure(_ healthy: Int, latency: Int, withStragglers: Bool) throws -> Double {
    let loader = try MediaLoader.live(profile: .bulk)
    let listener = CountingListener(expecting: healthy)
    let ignored = SilentListener()
    var handles: [MediaLoad] = []
    let time = Meters.time(per: 1) {
      if withStragglers {
        for url in stragglers { handles.append(loader.load(MediaRequest(url, kind: .data), for: ignored)) }
      }
      for number in 0..<healthy {
        let request = MediaRequest(origin.url("/healthy/\(latency)/\(number)"), kind: .data)
        handles.append(loader.load(request, for: listener))
      }
      listener.wait()
    }
    guard listener.failures == 0 else {
      throw StragglersFailure(description: "\(listener.failures) of \(healthy) healthy URLs failed")
    }
    return withExtendedLifetime(handles) { time.wall / 1e6 }
  }

  /// A dead name (RFC 6761 §6.4), a host that answers no SYN, and a byte a second from the origin of the healthy ones.
  private var stragglers: [String] {
    ["http://dead.invalid/", silent.url("/"), origin.url("/trickle")]
  }
}

/// Why nothing was measured.
private struct StragglersFailure: Error, CustomStringConvertible {
  let description: String
}

/// `/healthy/MILLISECONDS/…` is 1 KB after that latency; `/trickle` is as much, a byte a second.
private struct StragglersRoutes: OriginRoutes {
  private let reply = OriginReply(body: [UInt8](repeating: 7, count: 1000))

  func behaviour(for request: OriginRequest) -> OriginBehaviour? {
    let words = request.path.split(separator: "/")
    switch words.first {
    case "healthy": return .always(reply.after(.milliseconds(Int(words[1]) ?? 0)))
    case "trickle": return .always(reply.with(.trickle(bytesPerSecond: 1)))
    default: return nil
    }
  }
}
