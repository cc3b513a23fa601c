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

      Examples:
        heron origin --port 8080
        heron load http://127.0.0.1:8080/pictures/7.png
      """)

  @Option(help: "The port; 0 for any that is free.") var port = 0
  @Option(help: "How many pictures there are.") var count = 60

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("--port: \(port) is outside 0 … 65535") }
    try DemoPictures.check(count)
  }

  func run() async throws {
    let routes = try DemoPictures.routes(count: count)
    let origin: LoopbackOrigin
    do {
      origin = try await LoopbackOrigin.start(port: port, routes: routes)
    } catch {
      throw CommandFailure("cannot listen on port \(port): \(error)", status: .failure)
    }
    StandardStream.output.write(line: origin.url("/"))
    let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
    let interruption = Interruption { continuation.finish() }
    for await _ in signals {}
    withExtendedLifetime(interruption) {}
    try await origin.shutDown()
  }
}

/// The pictures that `heron origin` and `heron demo` show.
enum DemoPictures {
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
