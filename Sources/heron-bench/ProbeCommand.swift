import ArgumentParser

/// `heron-bench probe NAME`: one measurement in this process; what `schedule` starts afresh for each.
struct ProbeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe", abstract: "Runs one measurement in this process.", shouldDisplay: false)

  @Argument(help: "The measurement.")
  var probe: Probe

  func run() throws {
    for (name, value) in try probe.run().sorted(by: { $0.key < $1.key }) { print(name, value) }
  }
}

extension Probe: ExpressibleByArgument {}
