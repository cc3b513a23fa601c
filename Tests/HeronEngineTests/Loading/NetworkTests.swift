import HeronEngine
import HeronTesting
import Testing

private let url = "http://a.test/1"

@Suite struct `When the network goes away` {
  @Test func `loads are parked and nothing is sent, until it is back`() throws {
    let bench = try TestBench()
    bench.transport.setFallback { _ in .ok() }
    bench.loader.networkChanged(.down)
    let callers = bench.load(0..<5, of: "http://a.test/")
    bench.world.run(until: .seconds(100))
    #expect(bench.requested == [] && bench.statistics().parked == 5)
    bench.loader.networkChanged(.up)
    bench.world.run()
    #expect(callers.allSatisfy { $0.listener.media != nil })
  }

  @Test func `an attempt that it breaks off is not counted`() throws {
    let bench = try TestBench()
    bench.transport.set(url, .failure(.receiveFailed, latency: .seconds(1)), .ok())
    let caller = bench.load(url) { $0.maxAttempts = 1 }
    bench.world.at(.milliseconds(500)) { bench.loader.networkChanged(.down) }
    bench.world.at(.seconds(50)) { bench.loader.networkChanged(.up) }
    bench.world.run()
    #expect(caller.listener.media != nil && caller.starts.count == 2 && caller.failures.isEmpty)
    #expect(bench.statistics().origins[0].retryTokens == 20)
  }

  @Test func `what answers all the same is taken`() throws {
    let bench = try TestBench()
    bench.transport.set(url, .ok(latency: .seconds(1)))
    let caller = bench.load(url)
    bench.world.at(.milliseconds(500)) { bench.loader.networkChanged(.down) }
    bench.world.run()
    #expect(caller.listener.media != nil)
  }

  @Test func `once it is back the last in backoff starts within two seconds, and not all at once`() throws {
    let bench = try TestBench { configuration in
      configuration.health.breaker = false
      configuration.startRate = 0
      configuration.maxActive = 100
      configuration.maxActivePerOrigin = 100
      configuration.retry.base = .seconds(30)
      configuration.retry.cap = .seconds(30)
    }
    bench.transport.setFallback { _ in .failure(.timeout) }
    let callers = bench.load(0..<20, of: "http://a.test/")
    bench.world.run(until: .seconds(1))
    bench.loader.networkChanged(.down)
    bench.world.run(until: .seconds(2))
    bench.transport.setFallback { _ in .ok() }
    bench.loader.networkChanged(.up)
    bench.world.run()
    let starts = callers.map { $0.starts[1] }.sorted()
    #expect(callers.allSatisfy { $0.listener.media != nil })
    #expect(starts[0] >= 2 && starts[19] <= 4.001 && Set(starts).count > 10)
  }

  @Test func `it cuts short no wait that an origin asked for`() throws {
    let bench = try TestBench()
    bench.transport.set(url, .status(503, retryAfter: "30"), .ok())
    let caller = bench.load(url)
    bench.world.run(until: .seconds(1))
    bench.loader.networkChanged(.down)
    bench.loader.networkChanged(.up)
    bench.world.run()
    #expect(caller.starts[1] >= 30.03)
  }
}

@Suite struct `When the loader is paused` {
  @Test func `what runs goes on, and nothing else starts until it is resumed`() throws {
    let bench = try TestBench { $0.maxActive = 2 }
    bench.transport.setFallback { _ in .ok(latency: .seconds(1)) }
    let callers = bench.load(0..<4, of: "http://a.test/")
    bench.world.run(until: .milliseconds(500))
    bench.loader.pause()
    bench.world.run(until: .seconds(10))
    #expect(callers.count { $0.listener.media != nil } == 2 && bench.requested.count == 2)
    bench.loader.resume()
    bench.world.run()
    #expect(callers.allSatisfy { $0.listener.media != nil })
  }

  @Test func `a retry waits for the end of the pause`() throws {
    let bench = try TestBench()
    bench.transport.set(url, .failure(.streamRefused), .ok())
    let caller = bench.load(url)
    bench.world.at(.milliseconds(10)) { bench.loader.pause() }
    bench.world.at(.seconds(10)) { bench.loader.resume() }
    bench.world.run()
    #expect(caller.starts[1] == 10 && caller.listener.media != nil)
  }
}

@Suite struct `Slots in backoff` {
  private func start(holdsSlot: Bool) throws -> (TestBench, Caller) {
    let bench = try TestBench { configuration in
      configuration.maxActive = 1
      configuration.retry.holdsSlot = holdsSlot
      configuration.retry.base = .seconds(5)
    }
    bench.transport.set(url, .status(503), .ok())
    bench.transport.set("http://b.test/", .ok())
    let failing = bench.load(url)
    bench.world.run(until: .milliseconds(100))
    return (bench, failing)
  }

  @Test func `a load in backoff holds no slot`() throws {
    let (bench, failing) = try start(holdsSlot: false)
    let other = bench.load("http://b.test/")
    bench.world.run(until: .milliseconds(200))
    #expect(other.listener.media != nil && failing.failures.count == 1)
  }

  @Test func `unless the old way is asked for`() throws {
    let (bench, failing) = try start(holdsSlot: true)
    let other = bench.load("http://b.test/")
    bench.world.run(until: .seconds(2))
    #expect(other.starts.isEmpty && bench.statistics().active == 1)
    bench.world.run()
    #expect(failing.listener.media != nil && other.listener.media != nil)
    #expect(failing.starts[1] < other.starts[0])
    bench.invariants.checkRest()
  }

  @Test func `a low load that is raised in a held slot frees the low classes' share`() throws {
    let bench = try TestBench { configuration in
      configuration.maxActive = 2
      configuration.retry.holdsSlot = true
      configuration.retry.base = .seconds(5)
    }
    bench.transport.set(url, .status(503), .ok())
    bench.transport.set("http://b.test/", .ok())
    let failing = bench.load(url, .prefetch)
    bench.world.run(until: .milliseconds(100))
    let other = bench.load("http://b.test/", .prefetch)
    bench.world.run(until: .milliseconds(200))
    #expect(other.starts.isEmpty)
    failing.handle.priority = .visible
    bench.world.run(until: .milliseconds(300))
    #expect(other.listener.media != nil)
  }

  @Test func `given up while loads hold slots, the slots are free at once`() throws {
    let (bench, failing) = try start(holdsSlot: true)
    let other = bench.load("http://b.test/")
    bench.world.run(until: .seconds(1))
    try bench.loader.update { $0.retry.holdsSlot = false }
    bench.world.run(until: .milliseconds(1100))
    #expect(other.listener.media != nil && failing.starts.count == 1)
  }
}
