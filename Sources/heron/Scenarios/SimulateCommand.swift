import ArgumentParser
import Dispatch
import Heron
import HeronScenarios

/// `heron simulate`.
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Run scenarios drawn from seeds, and look for one that breaks an invariant.",
    discussion: """
      Origins that fail, screens that scroll, callers who change their minds, limits that move, a network that comes \
      and goes: each seed is another story, told in virtual time. Nothing is expected of it but that the loader's \
      invariants hold after every event, and that it comes to rest. One that breaks is made as short as it can be, and \
      written out as a scenario for heron run.

      Exit status: 0 all hold, 2 bad usage, 3 an invariant broken, 4 one that does not come to rest, 130 interrupted.

      Examples:
        heron simulate --seed 1..1000
        heron simulate --seed 77 --time 10m
        heron simulate --seed 1..1000 --stop-at-first
      """)

  @Option(help: ArgumentHelp("One seed, or a range.", valueName: "n|a..b"), transform: SeedRange.read)
  var seed: SeedRange
  @Option(
    help: ArgumentHelp("How long callers are at it in each, in its own time.", valueName: "time"),
    transform: SimulateCommand.duration)
  var time: Duration = .seconds(60)
  @Option(help: ArgumentHelp("The folder for scenarios that break; the current one without it.", valueName: "folder"))
  var output = "."
  @Flag(help: "Stop at the first seed that breaks, and leave it as long as it is.") var stopAtFirst = false
  @Flag(help: "A JSON object for the whole instead of text.") var json = false
  @Flag(help: "No progress.") var quiet = false

  private static func duration(_ text: String) throws -> Duration {
    var configuration = Configuration()
    guard (try? ConfigurationFlag.named("stall-timeout")?.set(text, in: &configuration)) != nil,
      configuration.timeLimits.stall >= .seconds(1), configuration.timeLimits.stall <= .seconds(86_400)
    else { throw ValidationError("expected a time from 1s to 24h") }
    return configuration.timeLimits.stall
  }

  func run() async throws {
    if !stopAtFirst, let error = WholeFile.obstacle(to: "\(output)/broken.yaml", overwrites: true) {
      throw CommandFailure(error.description, status: .usage)
    }
    let began = DispatchClock(queue: .main).now
    var tally = SimulationTally(count: seed.range.count, isQuiet: quiet)
    // All at once, or as many at a time as are lost where one of the first breaks.
    let slice = stopAtFirst ? 16 : seed.range.count
    var isWhole = true
    for start in stride(from: 0, to: seed.range.count, by: slice) where isWhole {
      let (first, time) = (seed.range.lowerBound + UInt64(start), time)
      isWhole = await ScenarioSeries(lazy: min(slice, seed.range.count - start)) { index in
        let seed = first + UInt64(index)
        return (RandomScenario.make(seed: seed, time: time), seed)
      }.run { tally.add($0) }
      if stopAtFirst, !tally.failures.isEmpty { break }
    }
    tally.clearProgress()
    let broken =
      stopAtFirst
      ? tally.failures.prefix(1).map { "seed \($0.seed): \($0.what)" } : try tally.failures.map { try write($0) }
    let took = began.duration(to: DispatchClock(queue: .main).now)
    tell(tally, broken, took)
    if !isWhole { throw ExitStatus.interrupted.exitCode }
    if tally.isBroken { throw ExitStatus.broken.exitCode }
    if !tally.failures.isEmpty { throw ExitStatus.late.exitCode }
  }

  private func tell(_ tally: SimulationTally, _ broken: [String], _ took: Duration) {
    let rate =
      tally.virtualSeconds / max(0.001, Double(took.components.seconds) + Double(took.components.attoseconds) / 1e18)
    guard json else {
      for line in broken { StandardStream.output.write(line: line) }
      StandardStream.output.write(
        line:
          "\(tally.done) \(tally.done == 1 ? "seed" : "seeds"), \(tally.failures.count) broken; \(tally.medianEvents) events each (median), "
          + "\(Quantity.text(took)), \(Int(rate)) times as fast as life")
      return
    }
    var object = JSONObject()
    object.add("seeds", tally.done)
    object.add("broken", tally.failures.count)
    object.add("median_events", tally.medianEvents)
    object.add("elapsed_ms", milliseconds: took)
    object.add("speed", Int(rate))
    object.add("scenarios", pairs: tally.failures.map { ("\($0.seed)", $0.what) })
    StandardStream.output.write(line: object.text)
  }

  /// Makes a scenario that breaks shorter and writes it; says where.
  private func write(_ failure: SimulationTally.Failure) throws -> String {
    let scenario = RandomScenario.make(seed: failure.seed, time: time)
    let kind = failure.kind
    let short = ScenarioMinimiser.minimise(scenario) { candidate in
      guard let record = try? VirtualRun.run(candidate, seed: failure.seed) else { return false }
      return SimulationTally.kind(of: Verdict(record)) == kind
    }
    let path = "\(output)/broken-\(failure.seed).yaml"
    do {
      guard try WholeFile.write(Array(short.text.utf8), to: path, existing: .kept) else {
        return "seed \(failure.seed): \(failure.what); '\(path.printable)' is there already, and stays"
      }
    } catch {
      throw CommandFailure("\(error)", status: .failure)
    }
    return "seed \(failure.seed): \(failure.what); \(short.steps.count) of \(scenario.steps.count) steps show it: "
      + "heron run \(path.printable)"
  }
}
