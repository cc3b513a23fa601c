public import HeronEngine
import Synchronization

/// Something that a loader must never do, and did.
public struct InvariantBreach: Error, Sendable, Hashable, CustomStringConvertible {
  /// Which one, and what there was.
  public let description: String
  /// When it was seen.
  public let moment: EngineInstant

  /// A breach seen at that moment.
  public init(_ description: String, at moment: EngineInstant) {
    self.description = description
    self.moment = moment
  }

  /// What is done about it unless somebody says otherwise: the run stops at once, so that it can be looked into.
  public static let trap: @Sendable (InvariantBreach) -> Void = { breach in
    preconditionFailure("at \(breach.moment): \(breach)")
  }
}

/// Holds a loader against its invariants after every piece of work of a virtual world, and reports where one is broken.
///
/// I1 limits · I2 nothing is lost or counted twice · I4 one attempt per key · I5 no lost wake-up · I6 backoff holds
/// nothing · I7 no start before Retry-After or gate · I8 budgets · I9 order within an origin · I10 rest · I12 memory ·
/// I14 one probe, and nothing beside it · I15 deadline. (I3 is ``RecordingListener``'s; the order among origins is tested
/// on the batcher against a naive one.)
public final class Invariants: Sendable {
  struct State {
    var active = 0
    var activeByOrigin: [String: Int] = [:]
    var activeLow = 0
    var gates: [String: EngineInstant] = [:]
    var ownWaits: [String: EngineInstant] = [:]
    var spending = Spending()
    var promotions = 0
    /// By URL, on the clock of deadlines: when its transfer began, and how long all of its load's took before.
    var begun: [String: Int64] = [:]
    var transferred: [String: Int64] = [:]
    /// Steps until each load is looked at again.
    var untilWalk = 0
    /// Starts until all who wait are looked at again.
    var untilOrder = 0
  }

  /// So many loads are looked at after every step; of more, only after every second, third … step, or a run with a
  /// thousand loads would spend its time on nothing else.
  private static let walkedAlways = 64

  private let world: VirtualWorld
  private let loader: MediaLoader
  private let transport: any WatchedNetwork
  private let report: @Sendable (InvariantBreach) -> Void
  private let state = Mutex(State())

  /// Watches `loader` from now on.
  ///
  /// - Parameter report: what is done about a breach; without it the program traps.
  public init(
    _ loader: MediaLoader, in world: VirtualWorld, transport: any WatchedNetwork,
    report: @escaping @Sendable (InvariantBreach) -> Void = InvariantBreach.trap
  ) {
    self.report = report
    self.world = world
    self.loader = loader
    self.transport = transport
    world.observe { [weak self] in self?.check() }
    transport.observe { [weak self] in self?.saw($0) }
  }

  /// Holds the loader at rest against I10 and I2: nothing runs, waits or is armed; every request has ended. Let the
  /// world run to its end first: the alarm of a delayed request that was cancelled stays armed until it comes.
  public func checkRest() {
    world.submit { [weak self] in self?.rest() }
    world.run()
  }

  private func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { report(InvariantBreach(message(), at: world.now)) }
  }

  private func check() {
    let walks = state.withLock { state in
      state.untilWalk -= 1
      return state.untilWalk <= 0
    }
    let inspection = loader.assumeIsolated { $0.inspect(withLoads: walks) }
    state.withLock { state in
      if walks { state.untilWalk = inspection.loads.count / Self.walkedAlways }
      checkLimits(inspection, &state)
      state.promotions = inspection.promotions
      state.active = inspection.active
      state.activeLow = inspection.activeLow
      state.activeByOrigin = Dictionary(uniqueKeysWithValues: inspection.origins.map { ($0.name, $0.active) })
    }
    if walks { checkStages(inspection) }
    // What wakes the loader at this moment may still be to come.
    require(!inspection.missesPromotion || world.hasMoreToDo, "I5: something waits that might start now")
    require(inspection.live >= 0, "I2: more requests ended than were made")
    let cacheLimit = inspection.configuration.memoryCacheBytes
    require(inspection.memoryCost <= cacheLimit, "I12: the memory cache is too full")
  }

  // A limit that was lowered kills nothing, so more than it may run, but never more than ran before.
  private func checkLimits(_ now: Inspection, _ before: inout State) {
    require(now.active >= 0 && now.active <= max(now.configuration.maxActive, before.active), "I1: active")
    let maxActiveLow = max(1, now.configuration.maxActive / 2)
    require(now.activeLow >= 0 && now.activeLow <= max(maxActiveLow, before.activeLow), "I1: low classes")
    for origin in now.origins {
      let allowed = max(origin.limit, before.activeByOrigin[origin.name] ?? 0)
      require(origin.active <= allowed, "I1: \(origin.name) has \(origin.active) active, limit \(origin.limit)")
    }
    let probes = Dictionary(grouping: now.loads.filter(\.isProbe), by: \.origin)
    for (origin, loads) in probes { require(loads.count <= 1, "I14: \(loads.count) probes of \(origin)") }
  }

  private func checkStages(_ inspection: Inspection) {
    checkLines(inspection)
    var transfers = 0
    var slots = 0
    for load in inspection.loads {
      slots += load.holdsSlot ? 1 : 0
      transfers += load.hasTransfer ? 1 : 0
      switch load.stage {
      case "active": require(load.holdsSlot && load.hasTransfer && load.hasTimer, "an active load lacks something")
      case "backoff":
        require(load.hasTimer && !load.hasTransfer, "I6: a load in backoff has a transfer, or no timer")
        require(!load.holdsSlot || inspection.configuration.retry.holdsSlot, "I6: a load in backoff holds a slot")
      default:
        require(!load.holdsSlot && !load.hasTransfer && !load.hasTimer, "I6: a load \(load.stage) holds something")
      }
    }
    require(slots == inspection.active, "I1: \(slots) loads hold slots, \(inspection.active) are counted")
    let low = inspection.loads.count { $0.holdsSlot && $0.countsAsLow }
    require(low == inspection.activeLow, "I1: \(low) low loads hold slots, \(inspection.activeLow) are counted")
    // One that has just ended may not have been told yet; one that nobody holds must not go on.
    require(transfers >= transport.active, "I6: \(transfers) transfers, the network has \(transport.active)")
  }

  private func checkLines(_ inspection: Inspection) {
    // A message may be on its way that changes it.
    guard !world.hasMoreToDo else { return }
    let maxWait = inspection.configuration.maxWait
    let now = world.now
    for load in inspection.loads {
      require(
        load.wanted.map { $0 == load.priority } ?? true,
        "I9: \(load.url) is \(load.priority), wanted is \(load.wanted ?? load.priority)")
      guard load.stage == "waiting", maxWait > .zero else { continue }
      let waited = load.inLineSince.duration(to: now)
      // The tick that it is rounded up to is a twentieth at most.
      require(waited <= maxWait + maxWait / 20, "I9: \(load.url) waits for \(waited), the most is \(maxWait)")
    }
  }

  private func saw(_ event: NetworkEvent) {
    switch event {
    case .started(let url): started(url)
    case .answered(let url, let status, let headers): answered(url, status, headers)
    case .ended(let url):
      state.withLock { $0.spending.ends += 1 }
      transferEnded(url)
    case .cancelled(let url, let silence, let hadHead):
      transferEnded(url)
      cancelled(url, silence, hadHead)
    }
  }

  private func transferEnded(_ url: String) {
    let clock = loader.assumeIsolated { $0.inspect(withLoads: false).deadlineClock }
    state.withLock { state in
      guard let begun = state.begun.removeValue(forKey: url) else { return }
      state.transferred[url, default: 0] += clock - begun
    }
  }

  private func started(_ url: String) {
    let inspection = loader.assumeIsolated { $0.inspect() }
    // Redirects of several loads may lead to one place.
    let isLedTo = inspection.loads.contains { $0.redirects > 0 && $0.stage == "active" }
    require(transport.active(url) == 1 || isLedTo, "I4: \(transport.active(url)) attempts of \(url) at a time")
    let now = world.now
    state.withLock { state in
      let isPromoted = inspection.promotions > state.promotions
      state.promotions = inspection.promotions
      if let load = inspection.loads.first(where: { $0.url == url && $0.stage == "active" }) {
        let decoding = inspection.loads.count { $0.stage == "decoding" }
        require(
          !isPromoted || decoding < inspection.configuration.maxDecoding,
          "I1: \(url) started while \(decoding) bodies were in the decoder")
        state.untilOrder -= 1
        if isPromoted, state.untilOrder <= 0 {
          state.untilOrder = inspection.loads.count / Self.walkedAlways
          if let next = NaiveOrder(inspection, now: now).overtaken(by: load) {
            require(false, "I9: \(url) (\(load.priority)) started before \(next.url) (\(next.priority))")
          }
        }
        let isTried = inspection.origins.contains { $0.name == load.origin && $0.state == "probing" }
        require(load.isProbe || !isTried, "I14: \(url) started beside the probe of \(load.origin)")
        checkTransfers(of: load, inspection.deadlineClock, &state)
        // A load that begins anew was told nothing yet; the gate speaks for it.
        if load.attempts == 1 { state.ownWaits[url] = nil }
        require(now >= state.ownWaits[url] ?? .zero, "I7: \(url) started before its Retry-After")
        require(now >= state.gates[load.origin] ?? .zero, "I7: \(url) started through a closed gate")
        if let overdraft = state.spending.started(load, inspection.configuration, now: now) {
          require(false, overdraft)
        }
        let limit = load.deadline
        // A redirect is a part of the attempt that met it.
        require(
          limit <= .zero || load.redirects > 0 || load.deadlineUsed <= limit, "I15: \(url) started past its deadline")
        require(load.attempts <= max(RetrySettings.hardMaximum, 1) || hasNoMaximum(inspection), "I4: attempts")
      }
    }
  }

  // By the harness's own account of the time, which leaves waits out and so can only be too short.
  private func checkTransfers(of load: Inspection.Load, _ clock: Int64, _ state: inout State) {
    guard load.redirects == 0 else { return }
    state.begun[load.url] = clock
    if load.starts == 1 { state.transferred[load.url] = 0 }
    let transferred = Duration.nanoseconds(state.transferred[load.url] ?? 0)
    require(
      load.deadline <= .zero || transferred <= load.deadline,
      "I15: \(load.url) started though its attempts took \(transferred), its deadline is \(load.deadline)")
  }

  private func hasNoMaximum(_ inspection: Inspection) -> Bool { inspection.configuration.retry.maxAttempts == 0 }

  private func answered(_ url: String, _ status: Int, _ headers: HTTPFields) {
    // A redirect is a success of its origin, too.
    if (200..<400).contains(status) { state.withLock { $0.spending.answered(url) } }
    guard let seconds = headers["Retry-After"].flatMap({ Int64($0) }), seconds >= 0 else { return }
    guard status == 429 || status == 503 else { return }
    let inspection = loader.assumeIsolated { $0.inspect() }
    let until = world.now.advanced(by: .seconds(seconds))
    state.withLock { state in
      if seconds <= Int64(inspection.configuration.retry.maxRetryAfter.seconds) { state.ownWaits[url] = until }
      let origin = inspection.loads.first { $0.url == url }?.origin
      if status == 429, let origin {
        let gate = min(until, world.now.advanced(by: inspection.configuration.health.maxGate))
        state.gates[origin] = max(state.gates[origin] ?? .zero, gate)
      }
    }
  }

  // A transfer that receives is ended only because nobody wants it any more.
  private func cancelled(_ url: String, _ silence: Duration, _ hadHead: Bool) {
    let limits = loader.currentConfiguration.timeLimits
    let limit = hadHead ? limits.stall : limits.firstByte
    guard limit > .zero, silence < limit else { return }
    let wanted = state.withLock { _ in wantedURLs.withLock { $0(url) } }
    require(!wanted, "I15: the transfer of \(url) was cut while somebody wanted it, after \(silence) of silence")
  }

  private let wantedURLs = Mutex<@Sendable (String) -> Bool>({ _ in false })

  /// Says how to tell whether somebody still wants a URL: live handles of it.
  public func setWanted(_ isWanted: @escaping @Sendable (String) -> Bool) { wantedURLs.withLock { $0 = isWanted } }

  private func rest() {
    let (inspection, statistics) = loader.assumeIsolated { ($0.inspect(), $0.statistics) }
    require(inspection.loads.isEmpty, "I10: \(inspection.loads.count) loads are left: \(inspection.loads)")
    require(inspection.active == 0 && inspection.waiting == 0, "I10: something runs or waits")
    require(inspection.timersInUse == 0, "I10: \(inspection.timersInUse) timers are in use")
    require(transport.active == 0, "I10: \(transport.active) transfers run")
    require(world.armedTimers == 0, "I10: \(world.armedTimers) timers are armed")
    require(statistics.live == 0, "I2: \(statistics.live) requests never ended: \(statistics)")
    require(statistics.backoff == 0 && statistics.decoding == 0 && statistics.delayed == 0, "I2: \(statistics)")
  }
}
