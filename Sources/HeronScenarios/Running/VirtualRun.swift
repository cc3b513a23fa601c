public import HeronEngine
import HeronTesting

/// A scenario with one seed in the virtual world: the shipped loader, its time and its network made up.
public enum VirtualRun {
  /// Runs it, watching the invariants after every piece of work.
  ///
  /// - Parameters:
  ///   - flags: settings besides the scenario's.
  ///   - isBaseline: whether the scenario's baseline is run in its place.
  ///   - isWatched: whether the invariants are checked after every piece of work. They are the engine's own, so that
  ///     another policy need not keep them; without them a run takes a third of the time.
  ///   - isStopped: asked before every piece of work; true ends it early, and what came of it means nothing.
  /// - Throws: what a flag says that the engine does not take.
  public static func run(
    _ scenario: Scenario, seed: UInt64, flags: [String] = [], isBaseline: Bool = false, isWatched: Bool = true,
    isStopped: () -> Bool = { false }
  ) throws(ConfigurationError) -> RunRecord {
    let more = (isBaseline ? scenario.baseline?.flags ?? [] : []) + flags
    let configuration = try scenario.configuration(more: more)
    let plan = RunPlan(scenario, seed: seed, isBaseline: isBaseline)
    let world = VirtualWorld()
    world.setWorkTime(scenario.decodeTime)
    let network = VirtualNetwork(world, link: scenario.link)
    let dice = Dice(seed: seed)
    for (name, script) in scenario.origins { network.set(script.url(name), script.virtual(dice, in: world)) }
    let log = RunLog()
    var environment = Environment(
      executor: world, clock: world, workPool: world.workPool, transport: network, decoders: StampedDecoder.decoders,
      delivery: .loaderQueue, seed: seed)
    environment.attemptObserver = { log.add($0) }
    let loader = try MediaLoader(configuration: configuration, environment: environment)
    let invariants =
      isWatched ? Invariants(loader, in: world, transport: network) { log.breach("\($0)", at: $0.moment) } : nil
    let stage = Stage(plan, loader: loader, log: log, in: stageWorld(plan, world, network, dice))
    for entry in plan.entries { world.at(entry.at) { stage.play(entry.act) } }
    run(world, stage, until: scenario.time, plan, isStopped)
    let isLate = stage.isWaiting
    let end = world.now
    if !isLate, !isStopped(), let invariants {
      // Who died without a handle is found when its retry is granted: one in two seconds.
      world.run(until: world.now.sinceZero + .seconds(900), while: { !isStopped() })
      invariants.checkRest()
      log.checkQuiet(plan)
    }
    let statistics = world.inside { [loader] in loader.assumeIsolated { $0.statistics } }
    return RunRecord(
      plan: plan, log: log, statistics: statistics, connections: network.tally.connections, steps: world.steps,
      end: end,
      isLate: isLate, limit: configuration.maxActive)
  }

  // In slices, so that a run ends when nobody waits any more and not with the scenario's time.
  private static func run(
    _ world: VirtualWorld, _ stage: Stage, until limit: Duration, _ plan: RunPlan, _ isStopped: () -> Bool
  ) {
    let last = plan.entries.last?.at ?? .zero
    world.run(until: min(last, limit), while: { !isStopped() })
    while stage.isWaiting, world.now.sinceZero < limit, !isStopped() {
      world.run(until: min(world.now.sinceZero + .seconds(1), limit), while: { !isStopped() })
    }
  }

  private static func stageWorld(
    _ plan: RunPlan, _ world: VirtualWorld, _ network: VirtualNetwork, _ dice: Dice
  ) -> Stage.World {
    let origins = Dictionary(uniqueKeysWithValues: plan.scenario.origins.map { ($0.name, $0.script) })
    return Stage.World(
      clock: world, urls: { origin, number in "\(origins[origin]?.url(origin) ?? "")/\(number)" },
      isRight: { media, url in StampedPicture.isRight(media, url, requests: network.requestCount(url)) },
      changeOrigin: { name, script in network.set(script.url(name), script.virtual(dice, in: world)) },
      moveClock: { world.setCalendar(world.secondsSince1970 + $0.components.seconds) })
  }
}

extension OriginScript {
  /// The URL of its root in the virtual world, without a slash behind it.
  func url(_ name: String) -> String { "\(isSecure ? "https" : "http")://\(name).test" }
}

extension EngineInstant {
  /// The time since the virtual world began.
  var sinceZero: Duration { EngineInstant.zero.duration(to: self) }
}
