import HeronEngine
import HeronTesting
import Testing

/// Failures: heard of, with their cause; limits of time and size; what is not taken for a picture.
@Suite struct `The ancestors' failures` {
  private static let ways = TransportError.Failure.allCases.filter { $0 != .stopped }

  // D0.8: no status, no reason.
  @Test func `errors carry status and reason`() throws {
    let bench = try TestBench()
    bench.transport.set("http://a.test/a.png", .status(403))
    bench.transport.set("http://b.test:81/b.png", .failure(.tlsHandshake))
    let asked = [bench.ask("http://a.test/a.png"), bench.ask("http://b.test:81/b.png"), bench.ask("ftp://c.test/c")]
    bench.world.run()
    let errors = asked.compactMap(\.error)
    #expect(errors.map(\.kind) == [.httpStatus, .tls, .badURL])
    #expect(errors.map(\.status) == [403, nil, nil])
    #expect(errors[0].origin == "http://a.test:80" && errors[1].origin == "http://b.test:81")
    #expect(errors[0].message.contains("403") && errors[1].message.contains("b.test"))
    #expect(errors[2].message.contains("ftp://c.test/c"))
  }

  // D1.14, D3.3: what failed was swallowed, and the waiting ring turned for ever.
  @Test(arguments: ways) func `every failure reaches its listener as the one end`(failure: TransportError.Failure)
    throws
  {
    let bench = try TestBench { $0.retry.maxAttempts = 2 }
    bench.transport.setFallback { _ in .failure(failure) }
    let asked = bench.ask("http://a.test/a.png")
    bench.world.run()
    #expect(asked.listener.ends == 1)
    #expect(asked.error.map { !$0.message.isEmpty } == true)
    bench.invariants.checkRest()
  }

  // D1.13, D2.9: a read without a time limit.
  @Test(arguments: [ScriptedReply.Ending.silence(atByte: -1), .silence(atByte: 20)])
  func `an origin that falls silent is given up`(ending: ScriptedReply.Ending) throws {
    let bench = try TestBench { $0.retry.maxAttempts = 1 }
    let body = [UInt8](repeating: 1, count: 100)
    bench.transport.set("http://a.test/a.png", ScriptedReply(body: body, ending: ending))
    let asked = bench.ask("http://a.test/a.png")
    bench.world.run(until: .seconds(5))
    #expect(asked.load.isLive)
    bench.world.run(until: .seconds(30))
    try #require(asked.error?.kind == .timeout)
    bench.world.run()
    bench.invariants.checkRest()
  }

  // D1.13: a read without a limit of size.
  @Test(arguments: ["5000", "-"]) func `a body over the limit is cut short`(announced: String) throws {
    let bench = try TestBench { $0.limits.maxBodyBytes = 1000 }
    let reply = ScriptedReply(
      headers: ["Content-Length": announced], body: [UInt8](repeating: 1, count: 5000), pieceSize: 100)
    bench.transport.set("http://a.test/a.png", reply)
    let asked = bench.ask("http://a.test/a.png")
    bench.world.run()
    #expect(asked.error?.kind == .tooLarge && asked.error?.limit?.limit == 1000)
    #expect(bench.statistics().bytes <= 1100 && bench.requested.count == 1)
  }

  // D1.13, D3.4: nobody looked at the status.
  @Test(arguments: [404, 204, 302, 500])
  func `the picture on an error page is not the picture that was asked for`(status: Int) throws {
    let bench = try TestBench()
    bench.transport.set("http://a.test/a.png", ScriptedReply(status: status, body: [1, 1, 1]))
    let asked = bench.ask("http://a.test/a.png")
    bench.world.run()
    #expect(asked.error?.status == status)
    #expect(bench.loader.cachedMedia(for: asked.load.request) == nil)
  }

  // D3.4, S3.18: nobody looked at the length, and half a picture was shown and kept.
  @Test func `half a picture is neither shown nor kept, but fetched again`() throws {
    let bench = try TestBench()
    let half = ScriptedReply(headers: ["Content-Length": "8"], body: [1, 7, 7, 7])
    let whole = ScriptedReply(body: [1, 7, 7, 7, 7, 7, 7, 7])
    bench.transport.set("http://a.test/a.png", half, whole)
    bench.transport.set("http://a.test/never.png", half)
    let asked = bench.ask("http://a.test/a.png") { $0.keepsBody = true }
    let never = bench.ask("http://a.test/never.png")
    bench.world.run()
    #expect(asked.media?.body == whole.body && asked.media?.trace.attempts == 2)
    #expect(never.error?.kind == .truncated)
    #expect(bench.loader.cachedMedia(for: never.load.request) == nil)
  }
}
