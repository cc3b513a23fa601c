import HeronEngine
import HeronTesting
import Testing

/// The ancestors counted in an activity indicator, which drifted; the loader's statistics are what one is made of.
@Suite struct `The ancestors' counts` {
  // D0.3, D3.10: what was cancelled was never counted out, and the indicator stayed on.
  @Test(arguments: [0, 5, 20, 50, 150, 400, 1000])
  func `the counts cannot drift when everything is cancelled`(moment: Int) throws {
    let bench = try TestBench { $0.maxActive = 3 }
    bench.world.setWorkTime(.milliseconds(60))
    bench.transport.setFallback { _ in .status(503) }
    let failing = (0..<3).map { bench.ask("http://dead.test/\($0).png") }
    let healthy = bench.ask(10, of: "a.test", latency: .milliseconds(40))
    let delayed = bench.ask("http://a.test/delayed.png") { $0.delay = .milliseconds(300) }
    bench.world.run(until: .milliseconds(moment))
    bench.loader.cancelAll()
    bench.world.run(until: .milliseconds(moment))
    let statistics = bench.statistics()
    #expect(statistics.live == 0 && statistics.submitted == 14)
    #expect(statistics.active == 0 && statistics.waiting == 0 && statistics.backoff == 0)
    #expect(statistics.decoding == 0 && statistics.delayed == 0 && statistics.timers == 0)
    #expect(bench.transport.active == 0)
    bench.world.run()
    bench.invariants.checkRest()
    withExtendedLifetime((failing, healthy, delayed)) {}
  }

  // D0.13: the counter was set to zero while work still ran, and each late end then counted it wrong.
  @Test func `a transfer that ends after everything was cancelled is not counted again`() throws {
    let world = VirtualWorld()
    let transport = ScriptedLateTransport()
    let environment = Environment(
      executor: world, clock: world, workPool: world.workPool, transport: transport,
      decoders: ScriptedDecoder.decoders, seed: 1)
    let loader = try MediaLoader(environment: environment)
    let statistics = { world.inside { loader.assumeIsolated { $0.statistics } } }
    let loads = (0..<3).map { loader.prefetch(MediaRequest("http://a.test/\($0).png", priority: .visible)) }
    world.run(until: .milliseconds(10))
    #expect(statistics().active == 3)
    let started = transport.count
    loader.cancelAll()
    world.run(until: .milliseconds(10))
    #expect(statistics().live == 0 && statistics().active == 0)
    let next = loader.prefetch(MediaRequest("http://a.test/next.png", priority: .visible))
    for index in 0..<started {
      _ = transport.sendHead(index, length: 1)
      _ = transport.send(index, [1])
      transport.finish(index)
    }
    world.run(until: .milliseconds(20))
    #expect(statistics().live == 1 && statistics().active == 1)
    #expect(statistics().delivered == 0 && statistics().cancelled == 3)
    withExtendedLifetime((loads, next)) {}
  }
}
