import HeronEngine
import Synchronization

/// What an origin of a script answers on the loopback: the replies that the virtual network would give.
final class ScriptRoutes: OriginRoutes {
  private struct State {
    var script: OriginScript
    var counts: [String: Int] = [:]
    var served: [String: Set<UInt64>] = [:]
  }

  private let name: String
  private let dice: Dice
  private let pictures: RealPicture
  private let calendar: @Sendable () -> Int64
  private let told: @Sendable (OriginRequest, OriginReply) -> Void
  private let state: Mutex<State>

  /// - Parameter told: called with each request and what it gets.
  init(
    _ name: String, _ script: OriginScript, dice: Dice, pictures: RealPicture,
    calendar: @escaping @Sendable () -> Int64,
    told: @escaping @Sendable (OriginRequest, OriginReply) -> Void = { _, _ in }
  ) {
    self.name = name
    self.dice = dice
    self.pictures = pictures
    self.calendar = calendar
    self.told = told
    state = Mutex(State(script: script))
    for reply in script.everyReply { reply.prepare() }
  }

  /// From here on the origin is like that.
  func set(_ script: OriginScript) { state.withLock { $0.script = script } }

  /// Requests for a URL so far.
  func count(of url: String) -> Int { state.withLock { $0.counts[url] ?? 0 } }

  /// Whether these are bytes that it has served under a URL, whole.
  func hasServed(_ body: [UInt8], _ url: String) -> Bool {
    state.withLock { $0.served[url]?.contains(Self.hash(body)) ?? false }
  }

  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  func behaviour(for request: OriginRequest) -> OriginBehaviour? {
    let (script, url, count) = state.withLock { state in
      let url = state.script.url(name) + request.path
      let count = state.counts[url, default: 0]
      state.counts[url] = count + 1
      return (state.script, url, count)
    }
    let reply = script.reply(url, count, dice).real(
      url, count, dice, calendar: calendar(), pictures: pictures)
    let hash = Self.hash(reply.body)
    state.withLock { _ = $0.served[url, default: []].insert(hash) }
    told(request, reply)
    return .always(reply)
  }
}
