import HeronEngine
import HeronTesting
import Testing

@Suite struct `The breaker of an origin` {
  /// An origin that is down until `up`, with its breaker open.
  private func broken(until up: Duration, _ change: (inout Configuration) -> Void = { _ in }) throws -> (
    TestBench, [Caller]
  ) {
    let bench = try TestBench { configuration in
      configuration.startRate = 0
      change(&configuration)
    }
    let world = bench.world
    bench.transport.setFallback { _ in
      world.now < EngineInstant.zero.advanced(by: up) ? .failure(.connectionRefused, latency: .milliseconds(5)) : .ok()
    }
    let callers = bench.load(0..<8, of: "http://a.test/")
    bench.world.run(until: .milliseconds(100))
    return (bench, callers)
  }

  @Test func `eight distinct failures open it: visible loads park and nothing is sent`() throws {
    let (bench, callers) = try broken(until: .seconds(3600))
    let before = bench.requested.count
    let more = bench.load(8..<30, of: "http://a.test/")
    bench.world.run(until: .seconds(4))
    #expect(bench.requested.count == before)
    #expect(bench.statistics().origins[0].state == "broken")
    #expect(bench.statistics().parked == 30, "those in backoff have come back to wait too")
    #expect((more + callers).allSatisfy { $0.listener.ends == 0 })
  }

  @Test func `a prefetch fails fast, whether it comes, waits or is between attempts`() throws {
    let bench = try TestBench { $0.startRate = 0 }
    bench.transport.setFallback { _ in .failure(.connectionRefused, latency: .milliseconds(5)) }
    let between = bench.load("http://a.test/p", .prefetch)
    bench.world.run(until: .milliseconds(50))
    let waiting = bench.load(10..<30, of: "http://a.test/", .prefetch)
    let visible = bench.load(0..<10, of: "http://a.test/")
    bench.world.run(until: .milliseconds(1000))
    let late = bench.load("http://a.test/late", .prefetch)
    bench.world.run(until: .milliseconds(1001))
    let prefetches = waiting + [between, late]
    #expect(prefetches.allSatisfy { $0.listener.error?.kind == .hostUnavailable || $0.starts.count > 1 })
    #expect(late.listener.error?.kind == .hostUnavailable && late.starts.isEmpty)
    #expect(between.listener.error?.kind == .hostUnavailable)
    #expect(visible.allSatisfy { $0.listener.ends == 0 })
  }

  @Test func `a prefetch that gathered while it opened fails fast too, and its fallback starts`() throws {
    let bench = try TestBench { $0.startRate = 0 }
    bench.transport.setFallback {
      $0.hasPrefix("http://a.") ? .failure(.connectionRefused, latency: .milliseconds(5)) : .ok()
    }
    let visible = bench.load(0..<8, of: "http://a.test/")
    bench.world.run(until: .milliseconds(1))
    let plain = bench.load(10..<20, of: "http://a.test/", .prefetch)
    let other = bench.load("http://a.test/20", .prefetch) { $0.fallbacks = ["http://b.test/"] }
    bench.world.run(until: .milliseconds(120))
    #expect(plain.allSatisfy { $0.listener.error?.kind == .hostUnavailable && $0.starts.isEmpty })
    #expect(other.listener.media?.url == "http://b.test/" && visible.allSatisfy { $0.listener.ends == 0 })
  }

  @Test func `a visible load that becomes a prefetch fails fast too`() throws {
    let (bench, _) = try broken(until: .seconds(3600))
    let caller = bench.load("http://a.test/9")
    bench.world.run(until: .milliseconds(200))
    #expect(caller.listener.text == ["waiting"])
    caller.handle.priority = .prefetch
    bench.world.run(until: .milliseconds(201))
    #expect(caller.listener.error?.kind == .hostUnavailable)
  }

  @Test func `one probe at a time, of a load that has not failed; two answers close it`() throws {
    let (bench, callers) = try broken(until: .seconds(1))
    bench.transport.setFallback { _ in .ok(latency: .seconds(1)) }
    let fresh = bench.load("http://a.test/fresh")
    let before = bench.requested.count
    bench.world.run(until: .milliseconds(6900))
    let probes = bench.requested.dropFirst(before)
    #expect(probes.first == "http://a.test/fresh" && probes.count <= 2)
    #expect(bench.transport.active <= 1)
    bench.world.run()
    #expect((callers + [fresh]).allSatisfy { $0.listener.media != nil })
    #expect(bench.statistics().origins[0].state == "open")
  }

  @Test func `a probe that fails opens it again, for longer`() throws {
    let (bench, callers) = try broken(until: .seconds(3600))
    let before = bench.requested.count
    bench.world.run(until: .seconds(14))
    // 5 s · U(0.8, 1.2), then 10 s · U(0.8, 1.2).
    let probes = bench.requested.count - before
    #expect((1...2).contains(probes) && callers.allSatisfy { $0.listener.ends == 0 })
  }

  @Test func `a probe that is cancelled leaves its place to another`() throws {
    let (bench, callers) = try broken(until: .seconds(1))
    bench.transport.setFallback { _ in .silence }
    let fresh = bench.load("http://a.test/fresh")
    bench.world.run(until: .seconds(8))
    #expect(bench.transport.active == 1)
    bench.transport.setFallback { _ in .ok() }
    fresh.handle.cancel()
    bench.world.run()
    #expect(callers.allSatisfy { $0.listener.media != nil })
  }

  @Test func `answers about the media are neutral`() throws {
    let bench = try TestBench { $0.startRate = 0 }
    bench.transport.setFallback { _ in .status(404) }
    let missing = bench.load(0..<20, of: "http://a.test/")
    bench.world.run()
    bench.transport.setFallback { _ in .ok([2]) }
    let corrupt = bench.load(20..<40, of: "http://a.test/")
    bench.world.run()
    #expect(bench.statistics().origins[0].state == "open")
    #expect((missing + corrupt).allSatisfy { $0.listener.error != nil })
  }

  @Test func `switched off while it is open, what is parked starts at once`() throws {
    let (bench, callers) = try broken(until: .milliseconds(50))
    let fresh = bench.load("http://a.test/fresh")
    bench.world.run(until: .seconds(2))
    #expect(fresh.starts.isEmpty)
    try bench.loader.update { $0.health.breaker = false }
    bench.world.run(until: .seconds(3))
    #expect(fresh.listener.media != nil && callers.count == 8)
  }

  @Test(arguments: [(true, 0.2), (false, 1.11)])
  func `an outage of a minute at twenty requests a second is not made worse`(breaker: Bool, most: Double) throws {
    // Not in a test bench, whose invariants look at every load after every step.
    var configuration = Configuration()
    configuration.health.breaker = breaker
    configuration.startRate = 0
    let world = VirtualWorld()
    let transport = ScriptedTransport(world)
    let loader = try MediaLoader(
      configuration: configuration,
      environment: Environment(
        executor: world, clock: world, workPool: world.workPool, transport: transport,
        decoders: ScriptedDecoder.decoders, seed: 1))
    transport.setFallback { _ in
      world.now < EngineInstant.zero.advanced(by: .seconds(60)) ? .failure(.connectionRefused) : .ok()
    }
    let crowd = Crowd()
    for number in 0..<1200 {
      world.at(.milliseconds(50 * number)) {
        let listener = RecordingListener("\(number)", in: world)
        let request = MediaRequest("http://a.test/\(number)")
        crowd.add(Caller(listener: listener, handle: loader.load(request, for: listener)))
      }
    }
    world.run(until: .seconds(60))
    #expect(Double(transport.requests.count) <= most * 1200)
    world.run()
    if breaker {
      #expect(Double(transport.requests.count) <= 1.11 * 1200)
      #expect(crowd.media == 1200)
    }
  }
}
