import Foundation
import Heron
import HeronCodecs
import HeronCurl
import HeronEngine
import Testing

@testable import HeronScenarios

/// One request of a page as a browser's capture has it.
private struct Capture: Decodable {
  struct Timings: Decodable {
    var wait: Double?
    var ssl: Double?
  }

  var moment: Double
  var host: String
  var url: String
  var status: Int
  var bytes: Int
  var version: String?
  var timings: Timings

  enum CodingKeys: String, CodingKey {
    case moment = "t_ms"
    case host
    case url = "url_id"
    case status
    case bytes = "body_bytes"
    case version = "http"
    case timings
  }
}

/// A page's requests as a scenario: each at its moment, with its size and its server's time; each host an origin.
private struct Page {
  static let corpus = ProcessInfo.processInfo.environment["HERON_CORPUS"]
  static let names = ["page-github-home", "page-news-bbc-1", "page-news-bbc-2", "page-news-cnn", "page-tool-site"]

  let requests: [Capture]

  init(_ name: String) throws {
    let folder = try #require(Self.corpus)
    let file = URL(filePath: "\(folder)/workload/\(name).json")
    let all = try JSONDecoder().decode([Capture].self, from: Data(contentsOf: file))
    requests = all.filter { (200..<300).contains($0.status) && $0.status != 204 }.sorted { $0.moment < $1.moment }
  }

  func scenario(_ name: String, link: String) throws -> Scenario {
    let hosts = Dictionary(grouping: requests, by: \.host)
    let origins = hosts.sorted { $0.key < $1.key }.map { host, requests in
      let isSecure = requests.contains { ($0.timings.ssl ?? 0) > 0 || $0.version == "h2" }
      // A round trip of the line is in the wait that was measured; what is below one is the line's.
      let replies = Self.distinct(requests).map { request in
        "{body: \(max(request.bytes, 200))B, latency: \(Int(max(0, (request.timings.wait ?? 0) - 30)))ms}"
      }
      return "  \(host): {tls: \"\(isSecure ? "on" : "off")\", numbered: [\(replies.joined(separator: ", "))]}"
    }
    let first = requests.first?.moment ?? 0
    let steps = requests.map { request in
      let number = Self.distinct(hosts[request.host] ?? []).firstIndex { $0.url == request.url } ?? 0
      return "  - {at: \(Int(request.moment - first))ms, request: 1, origin: \(request.host), first: \(number)}"
    }
    let text = """
      scenario: \(name)
      about: A page's pictures as a browser asked for them.
      link: \(link)
      time: 2m
      origins:
      \(origins.joined(separator: "\n"))
      steps:
      \(steps.joined(separator: "\n"))

      """
    return try Scenario(reading: text, file: "\(name).yaml")
  }

  private static func distinct(_ requests: [Capture]) -> [Capture] {
    var seen: Set<String> = []
    return requests.filter { seen.insert($0.url).inserted }
  }
}

/// Real pages over the virtual line, and over a line in life.
@Suite(.serialized, .enabled(if: Page.corpus != nil, "HERON_CORPUS is not set")) struct `Real pages, two worlds` {
  private func real(_ scenario: Scenario) async throws -> RunRecord {
    try await RealRun.run(
      scenario, seed: 1, encode: { try? PNGEncoder().encode($0) },
      makeLoader: { configuration, road in
        try MediaLoader.live(
          delivery: road.delivery, configure: { $0 = configuration },
          network: { network in
            network.connectTo = road.connectTo
            network.caFile = road.caFile
          }, seed: road.seed, attemptObserver: road.attemptObserver)
      })
  }

  @Test(arguments: Page.names) func `a page is whole in the virtual world, whatever its line`(name: String) throws {
    for link in ["wifi", "lte", "3g"] {
      let scenario = try Page(name).scenario(name, link: link)
      let record = try VirtualRun.run(scenario, seed: 1)
      #expect(!record.requests.isEmpty && record.requests.allSatisfy(\.isDelivered) && record.breaches.isEmpty)
    }
  }

  @Test func `a page ends in life with the same pictures as in the virtual world`() async throws {
    let scenario = try Page("page-github-home").scenario("page-github-home", link: "lte")
    let (life, model) = (try await real(scenario), try VirtualRun.run(scenario, seed: 1))
    #expect(life.breaches.isEmpty && life.requests.allSatisfy(\.isDelivered))
    #expect(life.requests.map(\.url) == model.requests.map(\.url))
  }
}
