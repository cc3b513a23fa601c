import HeronEngine
import HeronTesting
import Testing

private func reply(connecting: Duration, in latency: Duration) -> ScriptedReply {
  var reply = ScriptedReply(latency: latency)
  reply.connectTime = connecting
  return reply
}

/// Pictures of `good` take a tenth of a second to connect and half a second in all; `silent` never connects.
private func bench(
  connecting: Duration = .milliseconds(100), configure: (inout Configuration) -> Void = { _ in }
) throws -> TestBench {
  let bench = try TestBench { configuration in
    configuration.maxActive = 4
    configuration.startRate = 0
    configuration.batchWindow = .zero
    configure(&configuration)
  }
  var silent = ScriptedReply.silence
  silent.connectTime = .seconds(1_000_000)
  let good = reply(connecting: connecting, in: .milliseconds(500))
  bench.transport.setFallback { [silent] in $0.contains("silent") ? silent : good }
  return bench
}

@Suite struct `Patience with an origin that swallows what is sent to it` {
  @Test func `while others wait it has its two slots for a second, and then none`() throws {
    let bench = try bench()
    let silent = bench.load(0..<10, of: "http://silent.test/")
    let good = bench.load(0..<60, of: "http://good.test/")
    bench.world.run(until: .milliseconds(900))
    #expect(silent.count { !$0.starts.isEmpty } == 2)
    // A look for a wait of a second comes at most a tick of 32 ms late.
    bench.world.run(until: .milliseconds(1040))
    #expect(silent.allSatisfy { $0.listener.result == nil } && bench.transport.active("http://silent.test/0") == 0)
    bench.world.run(until: .milliseconds(8100))
    #expect(good.allSatisfy { $0.listener.media != nil })
    // 60 pictures in four slots: 7.5 s, and two slots were away for one second.
    #expect((good.compactMap(\.end).max() ?? 0) < 8.05)
  }

  @Test func `what is given up counts as no attempt, and is not told as a failure`() throws {
    let bench = try bench()
    let silent = bench.load("http://silent.test/") { $0.maxAttempts = 1 }
    let good = bench.load(0..<40, of: "http://good.test/")
    bench.world.run(until: .seconds(4))
    #expect(silent.starts.count == 1 && silent.failures.isEmpty && silent.listener.result == nil)
    bench.world.run()
    #expect(silent.starts.count == 2 && silent.listener.error?.kind == .timeout && silent.attempts == 1)
    #expect(good.allSatisfy { $0.listener.media != nil })
  }

  @Test func `where nobody else waits it has its whole time`() throws {
    let bench = try bench()
    let silent = bench.load("http://silent.test/") { $0.maxAttempts = 1 }
    let good = bench.load(0..<3, of: "http://good.test/")
    bench.world.run()
    #expect(silent.starts.count == 1 && silent.listener.error?.kind == .timeout)
    #expect(good.allSatisfy { $0.listener.media != nil })
  }

  @Test func `who comes to wait later gets the slot then`() throws {
    let bench = try bench()
    let silent = bench.load(0..<2, of: "http://silent.test/")
    let first = bench.load("http://good.test/first")
    bench.world.run(until: .seconds(3))
    #expect(first.listener.media != nil && silent.allSatisfy { $0.starts.count == 1 })
    let good = bench.load(0..<40, of: "http://good.test/")
    bench.world.run(until: .milliseconds(4100))
    #expect(bench.transport.active == 4 && bench.transport.active("http://silent.test/0") == 0)
    bench.world.run()
    #expect(good.allSatisfy { $0.listener.media != nil })
  }

  @Test func `nothing is late where nothing has connected yet`() throws {
    // All take six seconds: so is the line.
    let bench = try bench(connecting: .seconds(6))
    let slow = reply(connecting: .seconds(6), in: .seconds(7))
    bench.transport.setFallback { _ in slow }
    let callers = (0..<8).map { bench.load("http://\($0).test/") }
    bench.world.run()
    #expect(callers.allSatisfy { $0.starts.count == 1 && $0.listener.media != nil })
  }

  @Test func `while others go on waiting it is asked again, for twice as long, after a rest`() throws {
    let bench = try bench()
    let silent = bench.load("http://silent.test/")
    let first = bench.load(0..<40, of: "http://good.test/")
    bench.world.run(until: .seconds(2))
    let rest = bench.load(40..<400, of: "http://good.test/")
    bench.world.run(until: .milliseconds(11_900))
    // A second, and nine of rest; then it waits for a slot that ends.
    try #require(silent.starts.count == 2)
    #expect((10...10.6).contains(silent.starts[1]) && bench.transport.active("http://silent.test/") == 1)
    bench.world.run(until: .milliseconds(12_700))
    #expect(bench.transport.active("http://silent.test/") == 0 && silent.listener.result == nil)
    #expect(first.allSatisfy { $0.listener.media != nil } && rest.contains { $0.listener.media == nil })
  }

  @Test func `a sign of life and all is forgiven`() throws {
    let bench = try bench()
    let late = bench.load("http://silent.test/")
    let pictures = bench.load(0..<60, of: "http://good.test/")
    bench.world.run(until: .seconds(2))
    let good = reply(connecting: .milliseconds(100), in: .milliseconds(500))
    bench.transport.setFallback { _ in good }
    bench.world.run()
    #expect(late.listener.media != nil && late.starts.count == 2)
    #expect(pictures.allSatisfy { $0.listener.media != nil })
    let again = bench.load(1..<10, of: "http://silent.test/") + bench.load(60..<70, of: "http://good.test/")
    bench.world.run(until: EngineInstant.zero.duration(to: bench.world.now) + .milliseconds(50))
    #expect(again.prefix(4).allSatisfy { $0.starts.count == 1 }, "an origin like any other")
  }

  @Test func `the last attempt before its deadline is let run`() throws {
    let bench = try bench { $0.timeLimits.deadline = .seconds(12) }
    let silent = bench.load("http://silent.test/")
    let first = bench.load("http://good.test/first")
    bench.world.run(until: .milliseconds(12_500))
    #expect(first.listener.media != nil && silent.starts.count == 1)
    let good = bench.load(0..<60, of: "http://good.test/")
    bench.world.run()
    #expect(silent.starts.count == 1 && silent.listener.error?.kind == .timeout)
    #expect((silent.end ?? 0) >= 20 && good.allSatisfy { $0.listener.media != nil })
  }

  @Test func `zero is no such limit`() throws {
    let bench = try bench { $0.connectPatience = .zero }
    let silent = bench.load(0..<10, of: "http://silent.test/")
    let good = bench.load(0..<60, of: "http://good.test/")
    bench.world.run(until: .seconds(9))
    #expect(silent.count { $0.starts.count == 1 } == 2 && bench.transport.active >= 2)
    #expect(good.contains { $0.listener.media != nil })
  }
}
