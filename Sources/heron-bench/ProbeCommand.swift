import ArgumentParser

/// `heron-bench probe NAME`: one measurement in this process; what `schedule` starts afresh for each.
struct ProbeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe", abstract: "Runs one measurement in this process.", shouldDisplay: false)

  @Argument(help: "The measurement.")
  var name: String

  func run() throws {
    guard let probe = Probe(rawValue: name) else { throw ValidationError("there is no measurement '\(name)'") }
    _ = try probe.run()
  }
}
