import ArgumentParser
import Glibc
import HeronCodecs
import HeronScenarios

/// `heron-bench soak-origin`: the origins of a soak, as a process of their own, so that the soak measures only the
/// loader. Ends when standard input does: not later than whoever started it.
struct SoakOriginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "soak-origin", abstract: "Serves the origins of a soak until standard input ends.",
    shouldDisplay: false)

  @Option(help: "The seed of the pictures.") var seed: UInt64 = 1

  func run() async throws {
    // Ctrl-C is meant for the soak, which still has requests to end.
    signal(SIGINT, SIG_IGN)
    let encoder = PNGEncoder()
    let pictures = try SoakPictures(seed: seed) { image throws(PNGEncodingError) in try encoder.encode(image) }
    let origins = try await SoakOrigins.start(pictures)
    for (origin, base) in origins.bases { print(origin.rawValue, base) }
    print("trust", origins.caFile)
    print("ready", "-")
    fflush(nil)
    while readLine() != nil {}
    try await origins.shutDown()
  }
}
