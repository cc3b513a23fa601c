import FoundationEssentials
import HeronEngine
import Testing

@testable import HeronScenarios

/// Pages as browsers asked for them.
@Suite struct `Captured pages` {
  private static let corpus = ProcessInfo.processInfo.environment["HERON_CORPUS"]
  private static let names = [
    "page-github-home", "page-news-bbc-1", "page-news-bbc-2", "page-news-cnn", "page-tool-site",
  ]

  private let page = """
    [{"t_ms": 1500, "host": "b", "url_id": "x", "status": 200, "body_bytes": 43, "http": "h2", "timings": {"wait": 90}},
     {"t_ms": 1000, "host": "a", "url_id": "y", "status": 200, "body_bytes": 9000, "timings": {"wait": 130, "ssl": 0}},
     {"t_ms": 1200, "host": "a", "url_id": "z", "status": 204, "body_bytes": 0, "timings": {}},
     {"t_ms": 1700, "host": "a", "url_id": "y", "status": 200, "body_bytes": 9000, "timings": {}}]
    """

  @Test func `each request is made at its moment, from its host, and a URL that comes again is the same one`() throws {
    let scenario = try CapturedPage(json: Array(page.utf8)).scenario("page", link: "lte")
    let record = try VirtualRun.run(scenario, seed: 1)
    #expect(record.requests.map(\.url) == ["http://a.test/0", "https://b.test/0", "http://a.test/0"])
    #expect(record.requests.map { $0.submitted.nanoseconds / 1_000_000 } == [0, 500, 700])
    #expect(record.requests.count(where: \.isDelivered) == 3)
  }

  @Test func `a picture has its size and its server's time`() throws {
    let scenario = try CapturedPage(json: Array(page.utf8)).scenario("page", link: "lan")
    let record = try VirtualRun.run(scenario, seed: 1)
    #expect(record.attempts.map(\.bytesReceived) == [9000, 200])
    // The wait of 130 ms less a round trip of 30; two of the LAN's and its slow start come to a millisecond or two.
    let end = try #require(record.requests[0].ended)
    #expect((100..<103).contains(end.nanoseconds / 1_000_000))
  }

  @Test func `what is no list of requests is an error`() {
    let json = Array(#"{"log": {}}"#.utf8)
    #expect(throws: DecodingError.self) { try CapturedPage(json: json) }
  }

  @Test(.enabled(if: corpus != nil, "HERON_CORPUS is not set"), arguments: names)
  func `a real page is whole on every line`(name: String) throws {
    let file = URL(filePath: "\(try #require(Self.corpus))/workload/\(name).json")
    let page = try CapturedPage(json: Array(Data(contentsOf: file)))
    for link in ["wifi", "lte", "3g"] {
      let record = try VirtualRun.run(try page.scenario(name, link: link), seed: 1)
      #expect(!record.requests.isEmpty && record.requests.allSatisfy(\.isDelivered) && record.breaches.isEmpty)
    }
  }
}

/// What `heron run --real --agreement` tells.
@Suite struct `How far two runs agree` {
  private func run(_ text: String, seed: UInt64 = 1) throws -> RunRecord {
    try VirtualRun.run(
      Scenario(
        reading: """
          scenario: test
          about: A test.
          link: lte
          origins:
            photos: \(text)
          steps:
            - {at: 0ms, request: 20, over: 2s, origin: photos}
          """, file: "test.yaml"), seed: seed)
  }

  @Test func `a run agrees with itself`() throws {
    let record = try run("{latency: 50ms}")
    let agreement = WorldAgreement(life: record, model: record)
    #expect(agreement.requests == 20 && agreement.sameEnds == 20 && agreement.sameWaits == 20)
    #expect(agreement.worstWait == 0 && agreement.total == 1)
    #expect(agreement.pairs > 0 && agreement.sameOrder == agreement.pairs)
  }

  @Test func `longer waits are told, with the worst`() throws {
    let agreement = WorldAgreement(life: try run("{latency: 150ms}"), model: try run("{latency: 50ms}"))
    #expect(agreement.sameEnds == 20 && agreement.sameWaits == 0)
    #expect(agreement.worstWait >= 0.1)
    #expect(agreement.sameOrder == agreement.pairs)
  }

  @Test func `other ends are told`() throws {
    let agreement = WorldAgreement(life: try run("{status: 404}"), model: try run("{}"))
    #expect(agreement.requests == 20 && agreement.sameEnds == 0 && agreement.delivered == 0 && agreement.total == nil)
  }

  @Test func `another order is told`() throws {
    let model = try run("{numbered: [{latency: 1s}, {latency: 2s}]}")
    let life = try run("{numbered: [{latency: 2s}, {latency: 1s}]}")
    let agreement = WorldAgreement(life: life, model: model)
    #expect(agreement.sameOrder < agreement.pairs)
  }
}
