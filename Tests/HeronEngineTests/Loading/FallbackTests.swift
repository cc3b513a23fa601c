import HeronEngine
import HeronTesting
import Testing

private let url = "http://a.test/1"

@Suite struct `Fallbacks` {
  @Test func `they are tried in turn, each once, until one is there`() throws {
    let bench = try TestBench()
    bench.transport.set("http://c.test/3", .ok())
    let caller = bench.load(url) {
      $0.fallbacks = ["http://b.test/2", url, "http://b.test/2", "http://c.test/3", "http://d.test/4"]
    }
    bench.world.run()
    #expect(bench.requested == [url, "http://b.test/2", "http://c.test/3"])
    #expect(caller.listener.media?.url == "http://c.test/3" && caller.listener.ends == 1)
    bench.invariants.checkRest()
  }

  @Test func `where none is there the last failure is told`() throws {
    let bench = try TestBench()
    bench.transport.set("http://b.test/2", .status(410))
    let caller = bench.load(url) { $0.fallbacks = ["http://b.test/2"] }
    bench.world.run()
    #expect(caller.listener.error?.status == 410 && caller.listener.ends == 1)
  }

  @Test func `a bad URL goes on to its fallback too`() throws {
    let bench = try TestBench()
    bench.transport.set(url, .ok())
    let caller = bench.load("nonsense") { $0.fallbacks = [url] }
    bench.world.run()
    #expect(caller.listener.media?.url == url)
  }

  @Test func `a fallback that is in memory makes no request`() throws {
    let bench = try TestBench()
    bench.transport.set("http://b.test/2", .ok())
    let first = bench.load("http://b.test/2")
    bench.world.run()
    let caller = bench.load(url) { $0.fallbacks = ["http://b.test/2"] }
    bench.world.run()
    #expect(caller.listener.media?.source == .memory && first.listener.media != nil)
    #expect(bench.requested == ["http://b.test/2", url])
    bench.invariants.checkRest()
  }

  @Test func `those who share a load go their own ways when it fails`() throws {
    let bench = try TestBench()
    bench.transport.set("http://b.test/2", .ok())
    bench.transport.set("http://c.test/3", .ok())
    let callers = [
      bench.load(url) { $0.fallbacks = ["http://b.test/2"] }, bench.load(url) { $0.fallbacks = ["http://c.test/3"] },
      bench.load(url),
    ]
    bench.world.run()
    #expect(callers.map { $0.listener.media?.url } == ["http://b.test/2", "http://c.test/3", nil])
    #expect(callers[2].listener.error?.status == 404 && bench.transport.requestCount(url) == 1)
  }

  @Test func `one who cancels between has no fallback`() throws {
    let bench = try TestBench()
    bench.transport.set("http://b.test/2", .ok(latency: .seconds(1)))
    let caller = bench.load(url) { $0.fallbacks = ["http://b.test/2"] }
    bench.world.run(until: .milliseconds(500))
    caller.handle.cancel()
    bench.world.run()
    #expect(caller.listener.ends == 0 && bench.transport.active == 0)
    bench.invariants.checkRest()
  }
}

@Suite struct `Delayed requests` {
  @Test func `one joins the line after its delay`() throws {
    let bench = try TestBench()
    bench.transport.set(url, .ok())
    let caller = bench.load(url) { $0.delay = .seconds(2) }
    bench.world.run(until: .seconds(1))
    #expect(bench.statistics().delayed == 1 && caller.listener.events.isEmpty)
    bench.world.run()
    #expect((2...2.1).contains(caller.starts[0]) && caller.listener.media != nil)
  }

  @Test func `cancelled before, it makes no request`() throws {
    let bench = try TestBench()
    bench.transport.set(url, .ok())
    let caller = bench.load(url) { $0.delay = .seconds(2) }
    bench.world.run(until: .seconds(1))
    caller.handle.cancel()
    bench.world.run()
    #expect(bench.requested == [])
    bench.invariants.checkRest()
  }

  @Test func `one who joins without a delay makes it start`() throws {
    let bench = try TestBench()
    bench.transport.set(url, .ok())
    let patient = bench.load(url) { $0.delay = .seconds(20) }
    bench.world.run(until: .seconds(1))
    let eager = bench.load(url)
    bench.world.run(until: .seconds(2))
    #expect(eager.starts == [1] && patient.listener.media != nil)
  }

  @Test func `one who joins with a shorter delay makes it start then`() throws {
    let bench = try TestBench()
    bench.transport.set(url, .ok())
    let patient = bench.load(url) { $0.delay = .seconds(20) }
    bench.world.run(until: .seconds(1))
    let other = bench.load(url) { $0.delay = .seconds(2) }
    bench.world.run(until: .seconds(4))
    #expect((3...3.1).contains(other.starts.first ?? 0) && patient.listener.media != nil)
  }

  @Test func `a fallback does not wait for the delay again`() throws {
    let bench = try TestBench()
    bench.transport.set("http://b.test/2", .ok())
    let caller = bench.load(url) { request in
      request.delay = .seconds(10)
      request.fallbacks = ["http://b.test/2"]
    }
    bench.world.run()
    #expect((caller.end ?? 99) < 11 && caller.listener.media != nil)
  }
}
