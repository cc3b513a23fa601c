import Dispatch
public import HeronEngine
import Synchronization

/// A scenario with one seed in life: the shipped loader with its own timers and threads, over sockets, against origins
/// that do what the script says.
public enum RealRun {
  /// How a loader reaches the origins.
  public struct Road: Sendable {
    /// What to connect to instead of the script's names.
    public var connectTo: [String]
    /// The certificates to trust.
    public var caFile: String?
    /// Where listeners are called.
    public var delivery: Delivery
    /// The seed of the loader's draws.
    public var seed: UInt64
    /// Told of each request when it ends.
    public var attemptObserver: @Sendable (AttemptReport) -> Void
  }

  // Timers and threads that are shared with everything else on a machine.
  private static let pollInterval = Duration.milliseconds(20)
  private static let restLimit = Duration.seconds(10)

  /// Runs it.
  ///
  /// - Parameters:
  ///   - flags: settings besides the scenario's.
  ///   - isBaseline: whether the scenario's baseline is run in its place.
  ///   - isStopped: asked now and then; true ends it early.
  ///   - encode: turns pixels into a PNG file.
  ///   - makeLoader: a loader in the ordinary world that reaches the origins by that road.
  /// - Throws: what a flag says that the engine does not take, or a socket.
  public static func run(
    _ scenario: Scenario, seed: UInt64, flags: [String] = [], isBaseline: Bool = false,
    isStopped: @escaping @Sendable () -> Bool = { false }, encode: @escaping @Sendable (Image) -> [UInt8]?,
    makeLoader: (Configuration, Road) throws -> MediaLoader
  ) async throws -> RunRecord {
    let more = (isBaseline ? scenario.baseline?.flags ?? [] : []) + flags
    let configuration = try scenario.configuration(more: more)
    let plan = RunPlan(scenario, seed: seed, isBaseline: isBaseline)
    let queue = DispatchQueue(label: "heron.stage")
    let clock = RunClock(DispatchClock(queue: queue))
    let origins = try await RealOrigins.start(
      scenario, seed: seed, calendar: { clock.secondsSince1970 }, encode: encode)
    let log = RunLog()
    let loader = try makeLoader(
      configuration,
      Road(
        connectTo: origins.connectTo, caFile: origins.caFile,
        delivery: stageDelivery(queue), seed: seed,
        attemptObserver: { log.add(clock.shifted($0)) }))
    let stage = Stage(plan, loader: loader, log: log, in: stageWorld(plan, clock, origins))
    clock.start()
    try await play(plan, on: stage, queue, clock, isStopped)
    let isLate = stage.isWaiting
    let end = clock.now
    if !isLate { await checkRest(loader, log, clock, limit: configuration.maxActive) }
    let statistics = await loader.statistics
    try await origins.shutDown()
    return RunRecord(
      plan: plan, log: log, statistics: statistics, connections: connections(log), steps: 0, end: end,
      isLate: isLate, limit: configuration.maxActive, world: .real)
  }

  // Each act at its moment, in the order of the plan; then for as long as somebody waits.
  private static func play(
    _ plan: RunPlan, on stage: Stage, _ queue: DispatchQueue, _ clock: RunClock, _ isStopped: () -> Bool
  ) async throws {
    var rest = plan.entries[...]
    while !isStopped(), clock.now.sinceZero < plan.scenario.time {
      while let entry = rest.first, entry.at <= clock.now.sinceZero {
        rest.removeFirst()
        queue.async { stage.play(entry.act) }
      }
      let isQuiet = await withCheckedContinuation { done in
        // Behind all that was played.
        queue.async { done.resume(returning: !stage.isWaiting) }
      }
      if rest.isEmpty, isQuiet { return }
      let wait = rest.first.map { min($0.at - clock.now.sinceZero, pollInterval) } ?? pollInterval
      if wait > .zero { try await Task.sleep(for: wait) }
    }
  }

  private static func stageDelivery(_ queue: DispatchQueue) -> Delivery {
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    return .posting(isCurrent: { DispatchQueue.getSpecific(key: key) ?? false }) { queue.async(execute: $0) }
  }

  private static func stageWorld(_ plan: RunPlan, _ clock: RunClock, _ origins: RealOrigins) -> Stage.World {
    let scripts = Dictionary(uniqueKeysWithValues: plan.scenario.origins.map { ($0.name, $0.script) })
    return Stage.World(
      clock: clock, urls: { origin, number in "\(scripts[origin]?.url(origin) ?? "")/\(number)" },
      isRight: { origins.isRight($0, $1) },
      changeOrigin: { name, script in origins.set(name, script) },
      // The reader lets nobody move it here.
      moveClock: { _ in })
  }

  /// In life nothing can be checked between two events; what can be told afterwards is: I1, of what ran, and I10, of
  /// what is left. I3 and I11 are what cells hold every delivery against.
  private static func checkRest(_ loader: MediaLoader, _ log: RunLog, _ clock: RunClock, limit: Int) async {
    let limitOfWait = clock.now.advanced(by: restLimit)
    var statistics = await loader.statistics
    while statistics.active > 0 || statistics.backoff > 0 || statistics.waiting > 0, clock.now < limitOfWait {
      try? await Task.sleep(for: pollInterval)
      statistics = await loader.statistics
    }
    if statistics.active > 0 { log.breach("I10: \(statistics.active) attempts run at rest", at: clock.now) }
  }

  private static func connections(_ log: RunLog) -> Int {
    log.state.withLock { $0.attempts.count { !$0.metrics.reusedConnection } }
  }
}

/// The time of a run in life, from zero on.
final class RunClock: EngineClock {
  private let base: DispatchClock
  private let zero: StartMoment

  init(_ base: DispatchClock) {
    self.base = base
    zero = StartMoment(base.now)
  }

  /// Begins anew.
  func start() { zero.set(base.now) }

  var now: EngineInstant { EngineInstant(nanoseconds: base.now.nanoseconds - zero.nanoseconds) }
  var secondsSince1970: Int64 { base.secondsSince1970 }

  func makeTimer(fire: @escaping @Sendable () -> Void) -> any EngineTimer { base.makeTimer(fire: fire) }

  /// A report in this time.
  func shifted(_ report: AttemptReport) -> AttemptReport {
    var report = report
    report.started -= zero.nanoseconds
    report.ended -= zero.nanoseconds
    return report
  }
}
