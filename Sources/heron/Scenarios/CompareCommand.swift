import ArgumentParser
import Heron
import HeronScenarios

/// `heron compare`.
struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Run scenarios under several published policies side by side.",
    discussion: """
      The same requests, the same faults, the same lines and seeds: only what is under way when, and what becomes of \
      a failure, is another policy's. The policies: \(Policy.all.map(\.name).joined(separator: ", ")); docs/policies.md \
      says where their constants come from. A scenario's own settings are left out.

      Each row is of all seeds together. A picture is lost that some policy brought and this one did not; "never" is a \
      wait that was not over when the scenario was. Ours is held against the others below the table.

      Exit status: 0 whatever the figures are, 2 a bad file or bad usage, 130 interrupted.

      Examples:
        heron compare Scenarios/dead-host.yaml
        heron compare Scenarios --link 3g --policy heron --policy nuke --seed 1..5
      """)

  @Argument(help: "Scenarios, or folders with scenarios in them (.yaml, .yml, .json).") var paths: [String]
  @Option(help: ArgumentHelp("One seed, or a range; 1..20 without it.", valueName: "n|a..b"), transform: SeedRange.read)
  var seed = SeedRange(1...20)
  @Option(
    help: ArgumentHelp(
      "A line: lan, wifi, lte, 3g or edge; may be repeated. All but edge without it.", valueName: "line")
  )
  var link: [String] = []
  @Option(help: ArgumentHelp("A policy; may be repeated. All without it.", valueName: "name")) var policy: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A setting of our policy, as --set --max-active=4; may be repeated.", valueName: "flag"))
  var set: [String] = []
  @Flag(help: "A JSON object a line for each scenario, line and policy instead of text.") var json = false
  @Option(help: ArgumentHelp("Write the comparison as one HTML page.", valueName: "file")) var report: String?
  @Flag(help: "Let --report replace a file that is there already.") var overwrite = false
  @Flag(help: "No progress.") var quiet = false

  func validate() throws {
    if overwrite, report == nil { throw ValidationError("--overwrite needs --report") }
    if paths.isEmpty { throw ValidationError("no scenario is given: heron compare Scenarios") }
    for name in link where NamedLine.all.allSatisfy({ $0.name != name }) {
      throw ValidationError(
        "--link: found '\(name)', expected one of \(NamedLine.all.map(\.name).joined(separator: ", "))")
    }
    var configuration = Configuration()
    for flag in set {
      do {
        try configuration.set(flag)
        try configuration.validate()
      } catch {
        throw ValidationError("--set: \(error)")
      }
    }
    if !set.isEmpty, !policy.isEmpty, !policy.contains(Policy.heron.name) {
      throw ValidationError("--set is for our policy, and --policy leaves it out; add --policy heron")
    }
    for name in policy where Policy.named(name) == nil {
      throw ValidationError(
        "--policy: found '\(name)', expected one of \(Policy.all.map(\.name).joined(separator: ", "))")
    }
  }

  // In the order of the table, whatever the order of the flags: ours is held against the others.
  private var chosenPolicies: [Policy] {
    Policy.all.filter { policy.isEmpty || policy.contains($0.name) }.map { policy in
      guard policy == .heron else { return policy }
      var ours = policy
      ours.flags += set
      return ours
    }
  }

  func run() async throws {
    let all = try ScenarioFiles.read(paths)
    let scenarios = all.filter { $0.worlds.contains(.virtual) }
    if let other = all.first(where: { !$0.worlds.contains(.virtual) }), scenarios.isEmpty || paths.contains(other.file)
    {
      throw CommandFailure("'\(other.file)' is not for the virtual world; its 'worlds' says so", status: .usage)
    }
    if let report, let error = WholeFile.obstacle(to: report, overwrites: overwrite) {
      throw CommandFailure(error.description, status: .usage)
    }
    let policies = chosenPolicies
    let names = link.isEmpty ? ["lan", "wifi", "lte", "3g"] : link
    let lines = NamedLine.all.filter { names.contains($0.name) }
    let heats = scenarios.flatMap { scenario in lines.map { (scenario, $0) } }
    let seeds = Array(seed.range)
    var summary = ComparisonReport(
      PolicyComparison(policies), json: json, isQuiet: quiet, count: heats.count * seeds.count)
    var races: [PolicyRace] = []
    let series = ParallelSeries(heats.count * seeds.count) { number, isStopped in
      let (scenario, line) = heats[number / seeds.count]
      // The policies' flags are ours, and a test holds them against the engine.
      return try? PolicyRace(
        scenario, seed: seeds[number % seeds.count], on: line, policies: policies, isStopped: { isStopped.isRaised })
    }
    let isWhole = try await series.run { race in
      summary.advance()
      guard let race, !race.runs.isEmpty else { return }
      races.append(race)
      guard races.count == seeds.count else { return }
      let (scenario, line) = heats[summary.told]
      try summary.add(PolicyComparison.Heat(scenario, on: line, races: races))
      races = []
    }
    try summary.finish(isInterrupted: !isWhole)
    if let report { try write(summary, to: report) }
    if !isWhole { throw ExitStatus.interrupted.exitCode }
  }

  private var title: String {
    let choices = link.map { " --link \($0)" } + policy.map { " --policy \($0)" } + set.map { " --set \($0)" }
    return "heron compare \(paths.joined(separator: " ")) --seed \(seed.text)\(choices.joined())"
  }

  private func write(_ summary: ComparisonReport, to path: String) throws {
    var page = HTMLReport(title: title)
    page.add(summary.comparison, seeds: seed.text)
    do {
      _ = try WholeFile.write(try page.page(), to: path, existing: .replaced)
    } catch {
      throw CommandFailure("\(error)", status: .failure)
    }
  }
}
