import ArgumentParser

/// `heron`: the commands, and what they have in common.
struct HeronCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heron",
    abstract: "Loads pictures, many at a time, from servers that fail.",
    discussion: """
      Exit status: 0 all loaded, 1 some failed, 2 bad usage, 130 interrupted.

      Try it without a network:
        heron demo
      """,
    version: "0.1.0",
    subcommands: [
      LoadCommand.self, DecodeCommand.self, OriginCommand.self, DemoCommand.self, RunCommand.self,
      SimulateCommand.self, CompareCommand.self,
    ])
}
