import Dispatch
import HeronEngine
import HeronTesting
import Testing

@Suite struct `Changing the configuration while it runs` {
  @Test func `a raised limit starts as many as now fit, a lowered one kills nothing`() throws {
    let bench = try TestBench { $0.maxActive = 2 }
    bench.transport.setFallback { _ in .ok(latency: .seconds(10)) }
    let callers = bench.load(0..<10, of: "http://a.test/")
    bench.world.run(until: .seconds(1))
    try bench.loader.update { $0.maxActive = 5 }
    bench.world.run(until: .seconds(2))
    #expect(bench.transport.active == 5)
    try bench.loader.update { $0.maxActive = 1 }
    bench.world.run(until: .seconds(3))
    #expect(bench.transport.active == 5)
    bench.world.run()
    #expect(callers.allSatisfy { $0.listener.media != nil && $0.starts.count == 1 })
  }

  @Test func `a figure out of range changes nothing`() throws {
    let bench = try TestBench()
    let before = bench.loader.currentConfiguration
    do throws(ConfigurationError) {
      try bench.loader.update {
        $0.maxActive = 3
        $0.limits.decoding.maxSide = 0
      }
      Issue.record("it passed")
    } catch {
      #expect(error.flag == "max-side")
    }
    #expect(bench.loader.currentConfiguration == before)
  }

  @Test func `a loader is not made of a figure out of range`() {
    #expect(throws: ConfigurationError.self) { try TestBench { $0.maxActive = 0 } }
  }

  @Test func `a higher start rate counts at once, and after its first token too`() throws {
    let bench = try TestBench { configuration in
      configuration.startRate = 0.001
      configuration.startBurst = 1
    }
    bench.transport.setFallback { _ in .ok(latency: .seconds(100)) }
    let callers = bench.load(0..<6, of: "http://a.test/")
    bench.world.run(until: .seconds(1))
    #expect(bench.requested.count == 1)
    try bench.loader.update { $0.startRate = 10 }
    bench.world.run(until: .seconds(3))
    #expect(bench.requested.count == 6 && callers.count == 6)
  }

  @Test func `a smaller memory cache is smaller at once`() throws {
    let bench = try TestBench()
    bench.transport.setFallback { _ in .ok() }
    let callers = bench.load(0..<10, of: "http://a.test/")
    bench.world.run()
    #expect(bench.statistics().memoryCacheBytes > 5000 && callers.count == 10)
    try bench.loader.update { $0.memoryCacheBytes = 2000 }
    bench.world.run()
    #expect(bench.statistics().memoryCacheBytes <= 2000)
  }

  @Test func `changes from several threads are all made`() throws {
    let bench = try TestBench { $0.maxDecoding = 1 }
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<500 { try? bench.loader.update { $0.maxDecoding += 1 } }
    }
    bench.world.run()
    #expect(bench.loader.currentConfiguration.maxDecoding == 2001)
    let inForce = bench.world.inside { bench.loader.assumeIsolated { $0.inspect().configuration } }
    #expect(inForce == bench.loader.currentConfiguration)
  }
}
