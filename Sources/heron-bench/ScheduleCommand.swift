import ArgumentParser

/// `heron-bench schedule`: what the engine costs without a network, beside Foundation and Dispatch.
///
/// Each measurement is a process of its own, and each round runs them all once, so that neither a warm heap nor a
/// noisy minute favours one side.
struct ScheduleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schedule",
    abstract: "Measures what the engine costs without a network, beside Foundation and Dispatch.")

  @Option(help: "How often each measurement runs; medians are printed, with the least and the most.")
  var runs = 5

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Only these: \(Figure.groups.joined(separator: ", ")).", valueName: "name"))
  var only: [String] = []

  @Flag(help: "Print JSON instead of a table.")
  var json = false

  func validate() throws {
    guard (1...1000).contains(runs) else { throw ValidationError("--runs: \(runs) is outside 1 … 1000") }
    for name in only where !Figure.groups.contains(name) {
      throw ValidationError("--only: there is no '\(name)'; there are \(Figure.groups.joined(separator: ", "))")
    }
  }

  func run() throws {
    let figures = Figure.all.filter { only.isEmpty || only.contains($0.group) }
    let samples = try measure(Probe.needed(for: figures))
    let rows = figures.map { Row($0, samples) }
    print(json ? try Report.json(rows) : Report.table(rows))
  }

  private func measure(_ probes: [Probe]) throws -> Samples {
    var samples = Samples()
    for round in 1...runs {
      for probe in probes {
        Progress.tell("run \(round) of \(runs): \(probe.rawValue)")
        samples.add(try ProbeProcess.run(probe), of: probe)
      }
    }
    Progress.clear()
    return samples
  }
}
