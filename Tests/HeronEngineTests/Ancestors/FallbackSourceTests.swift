import HeronEngine
import HeronTesting
import Testing

/// The ancestors' readers asked for a default picture where a row has none.
@Suite struct `What the ancestors were asked for as a fallback` {
  // S3.22
  @Test(arguments: ["http://a.test/gone.png", "", "no URL"])
  func `a URL that brings nothing is replaced by its fallback`(url: String) throws {
    let bench = try TestBench()
    bench.transport.set("http://a.test/avatar.png", .ok())
    let asked = bench.ask(url) { $0.fallbacks = ["ftp://a.test/avatar", "http://a.test/avatar.png"] }
    bench.world.run()
    #expect(asked.media?.url == "http://a.test/avatar.png")
    #expect(bench.requested.last == "http://a.test/avatar.png")
  }

  // S3.22
  @Test func `any number of fallbacks that cannot be used end in one failure`() throws {
    let bench = try TestBench()
    let asked = bench.ask("") { $0.fallbacks = (0..<1000).map { "no URL \($0)" } }
    bench.world.run()
    #expect(asked.error?.kind == .badURL && asked.error?.message.contains("no URL 999") == true)
    bench.invariants.checkRest()
  }

  // S3.22
  @Test func `each fallback is tried once, in order, however often it stands there`() throws {
    let bench = try TestBench()
    let paths = ["b", "a", "b", "c", "c", "a"]
    let asked = bench.ask("http://a.test/a") { $0.fallbacks = paths.map { "http://a.test/\($0)" } }
    bench.world.run()
    #expect(asked.error?.status == 404)
    #expect(bench.requested == ["http://a.test/a", "http://a.test/b", "http://a.test/c"])
  }

  // S3.22, S2.4: the one avatar that stands in for all who have none.
  @Test(arguments: ["http://a.test/gone.png", ""])
  func `a fallback that is in memory is not fetched again`(url: String) throws {
    let bench = try TestBench()
    bench.transport.set("http://a.test/avatar.png", .ok())
    let avatar = bench.ask("http://a.test/avatar.png")
    bench.world.run()
    let asked = bench.ask(url) { $0.fallbacks = ["http://a.test/avatar.png"] }
    bench.world.run()
    #expect(asked.media?.image == avatar.media?.image && asked.media?.source == .memory)
    #expect(bench.transport.requestCount("http://a.test/avatar.png") == 1)
    bench.invariants.checkRest()
  }
}
