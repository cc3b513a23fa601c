import ArgumentParser
import Glibc
import Heron
import HeronScenarios

/// `heron run`.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run scenarios: the loader in a world of its own or in life, held against what they expect.",
    discussion: """
      Runs in virtual time: an hour takes a moment, and the same seed gives the same run. After every event the \
      loader's invariants are checked.

      With --real it is life: real timers, real sockets, origins on the loopback that do what the script says, behind a \
      line with the script's round trip and rate, and PNG files that are decoded. A run takes as long as its script \
      says, and only its first seed is run unless --seed says more. What can only be checked between two events is not.

      Exit status: 0 all holds, 1 an expectation or threshold missed, 2 a bad file or bad usage, 3 an invariant \
      broken, 4 out of time, 130 interrupted.

      Examples:
        heron run Scenarios
        heron run Scenarios --real
        heron run Scenarios/first-grid.yaml --real --agreement
        heron run Scenarios/dead-host.yaml --seed 1..200 --set --max-active=4
      """)

  @Argument(help: "Scenarios, or folders with scenarios in them (.yaml, .yml, .json).") var paths: [String] = []
  @Option(
    help: ArgumentHelp("One seed, or a range, instead of the scenario's own.", valueName: "n|a..b"),
    transform: SeedRange.read)
  var seed: SeedRange?
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A setting of the engine over the scenario's, as --set --max-active=4; may be repeated.",
      valueName: "flag"))
  var set: [String] = []
  @Flag(help: "Run in life: real time, real sockets.") var real = false
  @Flag(help: "With --real: play each in virtual time too, and say how far the two agree.") var agreement = false
  @Flag(help: "A JSON object a line for each run instead of text.") var json = false
  @Option(help: ArgumentHelp("Write the results as JUnit has them.", valueName: "file")) var junit: String?
  @Option(help: ArgumentHelp("Write what each listener heard, a line an event.", valueName: "file")) var trace: String?
  @Option(help: ArgumentHelp("Write what happened as one HTML page.", valueName: "file")) var report: String?
  @Flag(help: "Let --junit, --trace and --report replace files that are there already.") var overwrite = false
  @Flag(help: "Print the JSON Schema of scenarios, which editors check them by, and end.") var schema = false
  @Flag(help: "Only what fails, and no progress.") var quiet = false

  func validate() throws {
    if paths.isEmpty, !schema { throw ValidationError("no scenario is given: heron run Scenarios") }
    if schema, !paths.isEmpty { throw ValidationError("--schema runs nothing, so it takes no scenario") }
    if agreement, !real { throw ValidationError("--agreement compares life with virtual time: it needs --real") }
    var configuration = Configuration()
    for flag in set {
      do {
        try configuration.set(flag)
      } catch {
        throw ValidationError("--set: \(error)")
      }
    }
    let files = [junit, trace, report].compactMap(\.self)
    if Set(files).count < files.count {
      throw ValidationError("two of --junit, --trace and --report name the same file")
    }
    if overwrite, files.isEmpty { throw ValidationError("--overwrite needs --junit, --trace or --report") }
  }

  func run() async throws {
    if schema {
      guard StandardStream.output.write(ScenarioSchema.json) else {
        throw FileError(path: "standard output", act: "write to", code: errno).asCommandEnd
      }
      return
    }
    let scenarios = try ScenarioFiles.read(paths)
    for path in [junit, trace, report].compactMap(\.self) { try check(path) }
    for scenario in scenarios {
      do {
        _ = try scenario.configuration(more: set)
      } catch {
        throw CommandFailure("\(scenario.file): \(error)", status: .usage)
      }
    }
    let items = try items(scenarios)
    var summary = ScenarioReport(json: json, isQuiet: quiet, count: items.count, flags: set)
    summary.keepsVerdicts = junit != nil
    summary.keepsTimelines = trace != nil
    if report != nil { summary.page = HTMLReport(title: title) }
    let isWhole: Bool
    if real {
      isWhole = try await RealSeries(items: items, flags: set, comparesWorlds: agreement).run {
        try summary.add($0, $1)
      }
    } else {
      isWhole = try await ScenarioSeries(lazy: items.count, flags: set) { items[$0] }.run { try summary.add($0) }
    }
    try write(summary)
    try summary.finish(isInterrupted: !isWhole)
  }

  /// What is to be run. Of scenarios for the other world only, those that were found in a folder are left out.
  private func items(_ scenarios: [Scenario]) throws -> SeededScenarios {
    let world: Scenario.World = real ? .real : .virtual
    let fitting = scenarios.filter { $0.worlds.contains(world) }
    if let other = scenarios.first(where: { !$0.worlds.contains(world) }), fitting.isEmpty || paths.contains(other.file)
    {
      throw CommandFailure(
        "'\(other.file)' is not for the \(world.rawValue) world; its 'worlds' says so", status: .usage)
    }
    return SeededScenarios(
      fitting.map { scenario in
        let first = scenario.seeds.lowerBound
        return (scenario, seed?.range ?? (real ? first...first : scenario.seeds))
      })
  }

  // Before anything runs.
  private func check(_ path: String) throws {
    if let error = WholeFile.obstacle(to: path, overwrites: overwrite) {
      throw CommandFailure(error.description, status: .usage)
    }
  }

  private var title: String {
    let seeds = seed.map { " --seed \($0.text)" } ?? ""
    return
      "heron run \(paths.joined(separator: " "))\(real ? " --real" : "")\(seeds)\(set.map { " --set \($0)" }.joined())"
  }

  private func write(_ summary: ScenarioReport) throws {
    do {
      if let junit { _ = try WholeFile.write(Array(summary.junit.utf8), to: junit, existing: .replaced) }
      if let trace { _ = try WholeFile.write(Array(summary.timeline.utf8), to: trace, existing: .replaced) }
      if let report, let page = summary.page {
        _ = try WholeFile.write(try page.page(), to: report, existing: .replaced)
      }
    } catch {
      throw CommandFailure("\(error)", status: .failure)
    }
  }
}

/// `7` or `1..200`.
struct SeedRange: CustomStringConvertible {
  let range: ClosedRange<UInt64>

  init(_ range: ClosedRange<UInt64>) { self.range = range }

  /// As it is written.
  var text: String { range.count > 1 ? "\(range.lowerBound)..\(range.upperBound)" : "\(range.lowerBound)" }

  var description: String { text }

  static func read(_ text: String) throws -> SeedRange {
    guard let range = Scenario.seeds(text) else {
      throw ValidationError("found '\(text.printable)', expected \(Scenario.seedsExpectation)")
    }
    return SeedRange(range)
  }
}
