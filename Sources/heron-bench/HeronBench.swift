import ArgumentParser

/// Measures Heron beside its peers, in one run on one machine, and in long runs for what grows.
@main struct HeronBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heron-bench", abstract: "Measures Heron beside its peers.",
    subcommands: [
      ScheduleCommand.self, FetchCommand.self, StragglersCommand.self, PagesCommand.self, SoakCommand.self,
      ProbeCommand.self, SoakOriginCommand.self,
    ])
}
