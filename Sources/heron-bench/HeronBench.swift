import ArgumentParser

/// Measures Heron beside its peers, in one run on one machine.
@main struct HeronBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heron-bench", abstract: "Measures Heron beside its peers.",
    subcommands: [ScheduleCommand.self, ProbeCommand.self])
}
