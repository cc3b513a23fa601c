import ArgumentParser
import Foundation
import Heron
import HeronCodecs
import HeronCurl
import HeronScenarios

/// `heron-bench pages`: pages as browsers asked for them, in both worlds.
struct PagesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pages",
    abstract: "Plays captured pages in virtual time and in life, and says how far the two agree.",
    discussion: """
      A capture is a JSON list of a page's requests: t_ms, host, url_id, status, body_bytes, http, timings. Each page \
      takes as long as its story. Pairs: two pictures whose ends lie more than 20 ms apart.
      """)

  @Argument(help: "Captures.") var captures: [String]
  @Option(help: "The line.") var link = "lte"

  func validate() throws {
    let names = NamedLine.all.map(\.name)
    guard names.contains(link) else {
      throw ValidationError("--link: expected one of \(names.joined(separator: ", "))")
    }
  }

  func run() async throws {
    print(
      ["page", "pictures", "ends alike", "waits alike", "worst", "pairs", "in order", "total"].joined(separator: "\t"))
    for capture in captures {
      let name = String(capture.split(separator: "/").last?.prefix { $0 != "." } ?? "page")
      let scenario = try Self.page(capture).scenario(name, link: link)
      let life = try await RealRun.run(
        scenario, seed: 1, encode: { try? PNGEncoder().encode($0) }, makeLoader: Self.loader)
      let agreement = WorldAgreement(life: life, model: try VirtualRun.run(scenario, seed: 1))
      print(row(name, agreement))
    }
  }

  private static func page(_ path: String) throws -> CapturedPage {
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    do {
      return try CapturedPage(json: bytes)
    } catch {
      throw ValidationError("\(path): found no list of requests with t_ms, host, url_id, status, body_bytes: \(error)")
    }
  }

  private func row(_ name: String, _ agreement: WorldAgreement) -> String {
    let cells = [
      name, "\(agreement.requests)", "\(agreement.sameEnds)", "\(agreement.sameWaits)",
      "\(Int(agreement.worstWait * 1000)) ms", "\(agreement.pairs)", "\(agreement.sameOrder)",
      agreement.total.map { "\(Double(Int($0 * 1000)) / 1000)" } ?? "",
    ]
    return cells.joined(separator: "\t")
  }

  private static func loader(_ configuration: Configuration, _ road: RealRun.Road) throws -> MediaLoader {
    try MediaLoader.live(
      delivery: road.delivery, configure: { $0 = configuration },
      network: { network in
        network.connectTo = road.connectTo
        network.caFile = road.caFile
      }, seed: road.seed, attemptObserver: road.attemptObserver)
  }
}
