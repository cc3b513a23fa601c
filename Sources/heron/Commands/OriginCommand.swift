import ArgumentParser
import Heron
import HeronCodecs
import HeronScenarios

/// `heron origin`.
struct OriginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "origin",
    abstract: "Serve pictures on the loopback, badly, until Ctrl-C.",
    discussion: """
      The page at / lists what there is and how each picture misbehaves: it answers 503 first, is cut off, stalls, \
      trickles, or never comes.

      With --scenario it is the origins of a scenario, each on a port of its own, behind a line with the scenario's \
      round trip and rate; what the scenario changes about them happens at its moment. Each request is told in a line.

      Examples:
        heron origin --port 8080
        heron load http://127.0.0.1:8080/pictures/7.png
        heron origin --scenario Scenarios/blip.yaml
      """)

  @Option(help: "The port; 0 for any that is free. The second origin of a scenario has the next one, and so on.")
  var port = 0
  @Option(help: "How many pictures there are; not with --scenario.") var count: Int?
  @Option(help: ArgumentHelp("Serve the origins of a scenario.", valueName: "file")) var scenario: String?
  @Option(help: "The seed of what a scenario leaves to chance.") var seed: UInt64 = 1

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("--port: \(port) is outside 0 … 65535") }
    if scenario != nil, count != nil { throw ValidationError("--count and --scenario exclude each other") }
    try DemoPictures.check(count ?? DemoPictures.usualCount)
  }

  func run() async throws {
    if let scenario {
      let scenarios = try ScenarioFiles.read([scenario])
      guard let only = scenarios.first, scenarios.count == 1 else {
        throw CommandFailure(
          "'\(scenario.printable)' has \(scenarios.count) scenarios; --scenario serves one, so name its file",
          status: .usage)
      }
      guard port == 0 || port + only.origins.count - 1 <= 65_535 else {
        throw CommandFailure(
          "--port \(port) is too high for \(only.origins.count) origins, each on the next port: the last one is 65535",
          status: .usage)
      }
      return try await ScenarioOrigin(only, seed: seed, port: port).serve()
    }
    let routes = try DemoPictures.routes(count: count ?? DemoPictures.usualCount)
    let origin: LoopbackOrigin
    do {
      origin = try await LoopbackOrigin.start(port: port, routes: routes)
    } catch {
      throw CommandFailure("cannot listen on port \(port): \(error)", status: .failure)
    }
    StandardStream.output.write(line: origin.url("/"))
    await Interruption.wait()
    try await origin.shutDown()
  }
}

/// The pictures that `heron origin` and `heron demo` show.
enum DemoPictures {
  static let usualCount = 60
  private static let counts = 1...10_000

  static func check(_ count: Int) throws {
    guard counts.contains(count) else {
      throw ValidationError("--count: \(count) is outside \(counts.lowerBound) … \(counts.upperBound)")
    }
  }

  static func routes(count: Int) throws -> DemoOrigin {
    let encoder = PNGEncoder()
    return try DemoOrigin(count: count) { image throws(PNGEncodingError) in try encoder.encode(image) }
  }
}
