import HeronTesting
import Testing

@testable import HeronEngine

/// Who goes first.
@Suite struct `The ancestors' line` {
  // D1.12: first come first served, so that the visible picture waited behind those that were scrolled away.
  @Test func `a visible load goes before those that were scrolled away`() throws {
    let bench = try TestBench { $0.maxActive = 1 }
    let running = bench.ask(1, of: "a.test", latency: .milliseconds(300))
    bench.world.run(until: .milliseconds(10))
    let scrolledAway = bench.ask(4, of: "b.test", latency: .milliseconds(100))
    let ahead = bench.loader.prefetch(MediaRequest("http://b.test/ahead.png", priority: .prefetch))
    bench.world.run(until: .milliseconds(100))
    for asked in scrolledAway { asked.load.priority = .near }
    let visible = bench.ask(2, of: "c.test", latency: .milliseconds(100))
    bench.world.run()
    #expect(bench.requested.prefix(3) == ["http://a.test/0.png", "http://c.test/0.png", "http://c.test/1.png"])
    #expect(bench.requested.count == 8)
    withExtendedLifetime((running, scrolledAway, visible, ahead)) {}
  }

  // D1.9: to leave the line, or to be promoted from it, moved everybody behind.
  @Test func `ten thousand go in the order they came, whoever leaves in between`() {
    var batcher = Batcher(settings: Batcher.Settings(Configuration()))
    for slot in 0..<10_000 { batcher.enqueue(Batcher.Slot(slot), origin: 0, priority: .visible, now: .zero) }
    for slot in 1000..<9000 { batcher.withdraw(Batcher.Slot(slot)) }
    var promoted: [Int] = []
    while let slot = batcher.promote(now: .zero) {
      promoted.append(Int(slot))
      batcher.complete(slot)
    }
    #expect(promoted == Array(0..<1000) + Array(9000..<10_000))
    #expect(batcher.waiting == 0 && batcher.active == 0)
  }
}
