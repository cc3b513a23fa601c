import ArgumentParser
import Foundation

/// `heron-bench soak`: the shipped loader under a steady rate of requests to origins where everything goes wrong.
struct SoakCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "soak",
    abstract: "Loads for a long time from origins where everything goes wrong, and looks for what grows.",
    discussion: """
      The origins are a process of their own on the loopback, and memory and descriptors are the loader's. Fails when \
      memory or descriptors grow, when a request does not end exactly once, or ends as its URL does not permit. Ctrl-C \
      ends it early, with the report so far.
      """)

  @Option(help: "How long it makes requests: 90s, 30m, 2h.") var time = SoakTime(duration: .seconds(1800))
  @Option(help: "Requests per second.") var rate = 100.0
  @Option(help: "The seed of what is asked for, and when it is given up.") var seed: UInt64 = 1
  @Option(help: ArgumentHelp("Write the samples as CSV.", valueName: "file")) var report: String?
  @Flag(help: "Print JSON instead of tables.") var json = false

  func validate() throws {
    guard (0.1...10_000).contains(rate) else { throw ValidationError("--rate: \(rate) is outside 0.1 … 10000") }
  }

  func run() async throws {
    let soak = SoakRun(time: time.duration, rate: rate, seed: seed)
    let task = Task { try await soak.run() }
    let interruption = SoakInterruption { task.cancel() }
    let result = try await task.value
    withExtendedLifetime(interruption) {}
    let text = SoakReport(result: result)
    if let report { try Data(text.csv.utf8).write(to: URL(fileURLWithPath: report)) }
    print(json ? try SoakSummary(result).json() : text.text)
    if !result.findings.isEmpty { throw ExitCode.failure }
  }
}

/// A duration on the command line: a whole number of seconds, minutes or hours.
struct SoakTime: ExpressibleByArgument {
  let duration: Duration

  init(duration: Duration) { self.duration = duration }

  init?(argument: String) {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600]
    guard let unit = argument.last.flatMap({ units[$0] }), let count = Int(argument.dropLast()),
      (1...604_800 / unit).contains(count)
    else { return nil }
    duration = .seconds(count * unit)
  }

  var defaultValueDescription: String { "\(duration.components.seconds / 60)m" }
}
