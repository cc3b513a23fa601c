import Heron
import HeronCodecs
import HeronCurl
import HeronEngine
import Testing

@testable import HeronScenarios

/// Scenarios over sockets; what they are held against is the same scenario in the virtual world.
@Suite(.serialized) struct `One script, two worlds` {
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

  private func ends(_ record: RunRecord) -> [String] {
    record.requests.map { "\($0.url) \($0.end.map { "\($0)" } ?? "never ended")" }
  }

  private static let origins = [
    "{latency: 5ms..30ms}", "{protocol: h2, latency: 5ms..30ms}", "{tls: on}", "{workers: 1, latency: 10ms}",
    "{replies: [503, 200]}", "{replies: [{status: 429, retry-after: 1s}, 200]}", "{status: 404}",
    "{replies: [{fault: reset, at: 50%}, {}]}", "{replies: [{fault: truncate}, {}]}", "{replies: [{fault: close}, {}]}",
    "{replies: [{fault: garbage}]}", "{fault: headers}", "{fault: bomb, body: 2MiB}", "{fault: trickle, rate: 100KiB}",
    "{length: chunked}", "{length: absent}", "{replies: [{length: long}, {}]}",
    "{replies: [{fault: reset}, {ranges: wrong}, {}]}", "{replies: [{fault: reset, etag: flips}, {etag: flips}]}",
    "{picture: corrupt}", "{picture: cut}", "{picture: html}", "{picture: bomb}", "{connect: refuse}",
    "{connect: bad-tls, tls: on}", "{connect: bad-certificate, tls: on}",
    "{replies: [{status: 302, location: /elsewhere}, {}]}", "{fault: reset}", "{fault: truncate, at: 60%}",
    "{fault: reset, at: 40%}", "{fault: reset, at: 100%}",
    "{protocol: h2, fault: headers}",
    "{protocol: h2, fault: garbage}", "{protocol: h2, length: short}", "{protocol: h2, length: long}",
  ]

  @Test(arguments: origins)
  func `each load ends in life as it does in the virtual world`(origin: String) async throws {
    let scenario = try Scenario(
      reading: """
        scenario: test
        about: A test.
        flags: [--max-attempts=3, --max-body=1MiB]
        link: {rtt: 2ms, down: 100Mbit/s}
        time: 60s
        origins:
          photos: \(origin)
        steps:
          - {at: 0ms, request: 3, origin: photos}
          - {at: 5ms, request: 2, origin: photos, kind: data}
        """, file: "test.yaml")
    let life = try await real(scenario)
    let model = try VirtualRun.run(scenario, seed: 1)
    #expect(life.world == .real && life.breaches.isEmpty && !life.isLate)
    #expect(ends(life) == ends(model))
  }

  @Test func `an origin that goes and comes back does so on its own port`() async throws {
    let scenario = try Scenario(
      reading: """
        scenario: test
        about: A test.
        flags: [--retry-base=50ms, --breaker=off]
        time: 60s
        origins:
          photos: {connect: refuse}
        steps:
          - {at: 0ms, request: 2, origin: photos}
          - {at: 100ms, origin: photos, set: {connect: ok}}
        """, file: "test.yaml")
    let record = try await real(scenario)
    #expect(record.requests.allSatisfy(\.isDelivered) && record.requests.allSatisfy { $0.attempts > 1 })
  }

  @Test func `cells that die hear nothing in life either`() async throws {
    let scenario = try Scenario(
      reading: """
        scenario: test
        about: A test.
        screen: {rows: 2, columns: 2}
        origins:
          photos: {latency: 20ms, protocol: h2}
        steps:
          - {at: 0ms, scroll: 20, over: 200ms, origin: photos}
        """, file: "test.yaml")
    let record = try await real(scenario)
    #expect(record.breaches.isEmpty && record.requests.suffix(4).allSatisfy(\.isDelivered))
  }
}
