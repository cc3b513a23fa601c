public import HeronEngine
import Synchronization

/// A network that punishes greed as a real one does, in the time of a virtual world.
///
/// All transfers share one ``NetworkLink``. A new connection costs its round trips and starts slowly, one that was kept
/// costs neither; HTTP/2 carries all requests to an origin on one. An origin's workers take requests in the order of
/// their coming. A body arrives as the line's share allows, told at least every tenth of a second.
public final class VirtualNetwork: WatchedNetwork {
  /// What went over the line so far.
  public struct Tally: Sendable, Hashable {
    /// Requests made.
    public var requests = 0
    /// Connections opened, or tried.
    public var connections = 0
    /// Bytes of body that arrived.
    public var bytes: Int64 = 0
    /// The most transfers that ran at a time.
    public var peak = 0
  }

  struct State {
    var origins: [String: VirtualOrigin] = [:]
    var fallback: VirtualOrigin
    var line: SharedLine
    var places: [String: OriginPlace] = [:]
    var connections: [Int: VirtualConnection] = [:]
    var transfers: [Int: VirtualTransfer] = [:]
    var lastID = 0
    var alarm = 0
    var alarmMoment = EngineInstant.never
    var tally = Tally()
    var counts: [String: Int] = [:]
    var inFlight: [String: Int] = [:]
    var observers: [@Sendable (NetworkEvent) -> Void] = []

    mutating func makeID() -> Int {
      lastID += 1
      return lastID
    }
  }

  /// Who works on what at an origin.
  struct OriginPlace {
    var busy = 0
    var queue: [Int] = []
  }

  /// How long at most until bytes that have arrived are told.
  static let longestSilence = Duration.milliseconds(100)

  let world: VirtualWorld
  let state: Mutex<State>

  /// A network behind `link`, where names that no origin was set for do not resolve.
  public init(_ world: VirtualWorld, link: NetworkLink = .lan) {
    self.world = world
    let nowhere = VirtualOrigin(connecting: .hasNoName) { _, _ in .status(404) }
    state = Mutex(State(fallback: nowhere, line: SharedLine(link)))
  }

  /// Puts an origin into its place (`https://a.test:8443`); what is under way there goes on as it began.
  public func set(_ name: String, _ origin: VirtualOrigin) { state.withLock { $0.origins[name] = origin } }

  /// Says what stands wherever no origin was set.
  public func setFallback(_ origin: VirtualOrigin) { state.withLock { $0.fallback = origin } }

  /// Changes an origin while it runs.
  public func change(_ name: String, _ body: @Sendable (inout VirtualOrigin) -> Void) {
    state.withLock { state in
      guard var origin = state.origins[name] else { return }
      body(&origin)
      state.origins[name] = origin
    }
  }

  /// Tells of everything that the network sees.
  public func observe(_ observer: @escaping @Sendable (NetworkEvent) -> Void) {
    state.withLock { $0.observers.append(observer) }
  }

  /// What went over the line so far.
  public var tally: Tally { state.withLock(\.tally) }

  /// Transfers that run.
  public var active: Int { state.withLock(\.transfers.count) }

  /// Transfers of a URL that run.
  public func active(_ url: String) -> Int { state.withLock { $0.inFlight[url] ?? 0 } }

  /// Requests for a URL so far.
  public func requestCount(_ url: String) -> Int { state.withLock { $0.counts[url] ?? 0 } }

  /// Starts a transfer.
  public func start(_ request: TransportRequest, observer: any TransportObserver) -> any TransportTransfer {
    let transfer = state.withLock { state in
      let transfer = VirtualTransfer(
        id: state.makeID(), request: request, origin: VirtualOrigin.name(of: request.url), observer: observer,
        network: self, now: world.now)
      state.transfers[transfer.id] = transfer
      state.inFlight[request.url, default: 0] += 1
      state.tally.requests += 1
      state.tally.peak = max(state.tally.peak, state.transfers.count)
      return transfer
    }
    tell(.started(url: request.url))
    connect(transfer)
    return transfer
  }

  func tell(_ event: NetworkEvent) {
    for observer in state.withLock(\.observers) { observer(event) }
  }

  /// Takes a transfer out, once; false where it is out already.
  func forget(_ transfer: VirtualTransfer) -> Bool {
    let now = world.now
    return state.withLock { state in
      guard state.transfers.removeValue(forKey: transfer.id) != nil else { return false }
      state.inFlight[transfer.url, default: 1] -= 1
      state.line.remove(transfer.id, now: now)
      return true
    }
  }
}
