import HeronEngine
import HeronTesting
import Testing

/// What is fetched once for all.
@Suite struct `The ancestors' sharing` {
  // D0.12, D1.15, D2.6, D3.9: the same URL was fetched once for each who asked.
  @Test func `equal requests share one transfer`() throws {
    let bench = try TestBench()
    bench.transport.set("http://a.test/a.png", .status(503), .ok(latency: .milliseconds(300)))
    let early = (0..<5).map { _ in bench.ask("http://a.test/a.png") }
    bench.world.run(until: .milliseconds(50))
    let inBackoff = bench.ask("http://a.test/a.png")
    bench.world.run(until: .milliseconds(400))
    let inFlight = bench.ask("http://a.test/a.png")
    early[0].load.cancel()
    bench.world.run()
    let heard = early.dropFirst() + [inBackoff, inFlight]
    #expect(bench.requested.count == 2)
    #expect(heard.allSatisfy { $0.media != nil } && early[0].listener.ends == 0)
    #expect(bench.statistics().coalesced == 6)
  }

  // D1.15, D2.2: nothing was remembered, or (D2.1, D4.2) everything was forgotten at once.
  @Test func `what was loaded lately needs no network, and what was not used longest is forgotten first`() throws {
    let bench = try TestBench { $0.memoryCacheBytes = 10 * 516 }
    let first = bench.ask(10, of: "a.test", latency: .milliseconds(10))
    bench.world.run()
    #expect(bench.loader.cachedMedia(for: first[0].load.request) != nil)
    let another = bench.ask(1, of: "b.test", latency: .milliseconds(10))
    bench.world.run()
    let kept = first.filter { bench.loader.cachedMedia(for: $0.load.request) != nil }
    #expect(another[0].media != nil && kept.count == 9 && kept[0] === first[0])
    #expect(bench.loader.cachedMedia(for: first[1].load.request) == nil)
    let again = bench.ask("http://a.test/0.png")
    bench.world.run()
    #expect(again.media?.source == .memory && bench.requested.count == 11)
    #expect(bench.statistics().memoryCacheBytes <= 10 * 516)
  }

  // D1.16: laid out twice, registered twice.
  @Test func `a view that asks twice has one transfer and hears one end`() throws {
    let bench = try TestBench()
    let view = ScriptedView(bench)
    bench.transport.set("http://a.test/a.png", .ok(latency: .milliseconds(100)))
    view.show("http://a.test/a.png")
    view.show("http://a.test/a.png")
    bench.world.run(until: .milliseconds(50))
    view.show("http://a.test/a.png")
    bench.world.run()
    #expect(bench.requested.count == 1)
    #expect(view.notes.ends == 1 && view.notes.pictures == ["http://a.test/a.png"])
    #expect(bench.statistics().live == 0)
  }
}
