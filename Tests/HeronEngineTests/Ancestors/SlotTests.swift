import HeronEngine
import HeronTesting
import Synchronization
import Testing

/// The slots of the ancestors' batcher: who holds one, who gets it next.
@Suite struct `The ancestors' slots` {
  // D1.1: a failing URL never left the active set, so as many of them as slots stalled every other picture.
  @Test(arguments: [
    ScriptedReply.status(503), .failure(.connectionRefused), .failure(.receiveFailed), .ok([3]),
  ])
  func `a dead URL per slot does not stop the others`(death: ScriptedReply) throws {
    let bench = try TestBench { configuration in
      configuration.maxActive = 4
      configuration.retry.base = .seconds(5)
      configuration.retry.cap = .seconds(5)
    }
    bench.transport.setFallback { _ in death }
    let dead = (0..<4).map { bench.ask("http://dead\($0).test/a.png") }
    bench.world.run(until: .milliseconds(1))
    let healthy = bench.ask(8, of: "healthy.test", latency: .milliseconds(100))
    bench.world.run(until: .seconds(1))
    #expect(healthy.allSatisfy { $0.media != nil })
    #expect(dead.allSatisfy { $0.listener.ends == 0 && $0.load.isLive })
    #expect(bench.statistics().backoff == 4)
  }

  // D1.1 where the dead host answers nothing at all: a slot is held by an attempt, but never all of them.
  @Test func `an origin that never answers does not hold every slot while others wait`() throws {
    let bench = try TestBench { $0.maxActive = 4 }
    bench.transport.setFallback { _ in .silence }
    let dead = (0..<4).map { bench.ask("http://dead.test/\($0).png") }
    let healthy = bench.ask(8, of: "healthy.test", latency: .milliseconds(100))
    bench.world.run(until: .seconds(1))
    #expect(healthy.allSatisfy { $0.media != nil })
    #expect(dead.allSatisfy { $0.load.isLive })
  }

  // D1.2: a load that was cancelled in the queue stayed there, was promoted with nobody to hear it, and kept a slot.
  @Test func `a load that is cancelled while it waits is never promoted`() throws {
    let bench = try TestBench { $0.maxActive = 1 }
    let asked = bench.ask(3, of: "a.test", latency: .seconds(1))
    bench.world.run(until: .milliseconds(100))
    asked[1].load.cancel()
    bench.world.run()
    #expect(bench.requested == ["http://a.test/0.png", "http://a.test/2.png"])
    #expect(asked[1].listener.ends == 0)
    #expect(asked[2].media != nil)
    bench.invariants.checkRest()
  }

  // D1.10: the look for somebody to promote threw where nobody waited.
  @Test func `an end with nobody waiting leaves its slot to whoever comes next`() throws {
    let bench = try TestBench { $0.maxActive = 1 }
    let first = bench.ask(1, of: "a.test", latency: .milliseconds(10))
    bench.world.run(until: .seconds(1))
    #expect(bench.statistics().active == 0)
    let second = bench.ask(1, of: "b.test", latency: .milliseconds(10))
    bench.world.run(until: .milliseconds(1001))
    #expect(bench.statistics().active == 1)
    bench.world.run()
    #expect(first[0].media != nil && second[0].media != nil)
  }

  // D1.11: an end promoted one load, and a limit that was raised promoted none.
  @Test func `raising the limit promotes as many as fit`() throws {
    let bench = try TestBench { $0.maxActive = 1 }
    let asked = (0..<8).flatMap { bench.ask(1, of: "origin\($0).test", latency: .seconds(1)) }
    bench.world.run(until: .milliseconds(100))
    #expect(bench.transport.active == 1)
    try bench.loader.update { $0.maxActive = 5 }
    bench.world.run(until: .milliseconds(100))
    #expect(bench.transport.active == 5)
    bench.world.run()
    #expect(asked.allSatisfy { $0.media != nil })
  }

  // D1.17: one limit for everything, so that one host could take it all and be flooded.
  @Test func `the limit is per origin too`() throws {
    let bench = try TestBench { configuration in
      configuration.maxActive = 8
      configuration.maxActivePerOrigin = 2
    }
    let crowd = bench.ask(20, of: "crowd.test", latency: .milliseconds(500))
    let other = bench.ask(2, of: "other.test", latency: .milliseconds(100))
    let peak = Mutex(0)
    bench.world.observe {
      let active = crowd.indices.count { bench.transport.active("http://crowd.test/\($0).png") > 0 }
      peak.withLock { $0 = max($0, active) }
    }
    bench.world.run(until: .milliseconds(300))
    #expect(other.allSatisfy { $0.media != nil })
    bench.world.run()
    #expect(peak.withLock(\.self) == 2)
    #expect(crowd.allSatisfy { $0.media != nil })
  }

  // D0.12, D2.6, D3.9: every picture at once, each on a thread of its own.
  @Test func `fifty pictures are never fifty requests at a time`() throws {
    let bench = try TestBench()
    let asked = (0..<5).flatMap { bench.ask(10, of: "origin\($0).test", latency: .milliseconds(200)) }
    bench.world.run()
    #expect(asked.allSatisfy { $0.media != nil })
    #expect(bench.transport.peak == bench.loader.currentConfiguration.maxActive)
  }
}
