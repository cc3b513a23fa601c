import HeronScenarios
import Testing

@Suite(
  .enabled(if: RunningCommand.path != nil, "heron is not built beside the tests"),
  .enabled(if: NameServer.isPossible, "a name server needs the superuser, port 53 and a mount namespace"))
struct `Names` {
  // Where a transfer that gives up such a name waits for its lookup to end, the thread of all transfers waits with it,
  // for five seconds and more: longer than any of the others may be silent.
  @Test func `one that never resolves delays nobody`() async throws {
    let resolver = try NameServer.silent()
    let body = [UInt8](repeating: 1, count: 100)
    let routes: RouteTable = [
      "/slow": .always(.found(body).after(.milliseconds(800))), "/good": .always(.found(body)),
    ]
    let origin = try await LoopbackOrigin.start(routes: routes)
    let urls = ["http://never.test/dead", origin.url("/slow")] + (0..<20).map { origin.url("/good?\($0)") }
    let arguments = [
      "load", "--no-decode", "--json", "--max-attempts", "1", "--connect-timeout", "200ms",
      "--first-byte-timeout", "3s",
    ]
    let outcome = try await RunningCommand(arguments + urls, within: resolver.within).end()
    #expect(outcome.status == 1)
    #expect(outcome.lines.count == 22)
    #expect(outcome.lines.count { $0.contains(#""outcome":"loaded""#) } == 21)
    #expect(outcome.lines.contains { $0.contains("never.test") && $0.contains(#""error":"timeout""#) })
    try await origin.shutDown()
  }

  @Test func `one is looked up once for many connections`() async throws {
    let names = try NameServer.loopback()
    let routes: RouteTable = ["/good": .always(.found([1]))]
    let origin = try await LoopbackOrigin.start(settings: OriginSettings(requestsPerConnection: 1), routes: routes)
    let urls = (0..<5).map { "http://name.test:\(origin.port)/good?\($0)" }
    let outcome = try await RunningCommand(
      ["load", "--no-decode", "--json", "--max-active", "1"] + urls, within: names.within
    ).end()
    #expect(outcome.status == 0)
    #expect(origin.connections == 5)
    #expect(names.questions == 1)
    try await origin.shutDown()
  }
}
