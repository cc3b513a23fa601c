import HeronEngine
import HeronTesting
import Testing

@Suite struct `The gate of an origin` {
  @Test func `a 429 with Retry-After closes its origin at once, and no other`() throws {
    let bench = try TestBench()
    bench.transport.setFallback { _ in .ok() }
    bench.transport.set("http://a.test/0", .status(429, retryAfter: "10"), .ok())
    let first = bench.load("http://a.test/0")
    bench.world.run(until: .seconds(1))
    let others = bench.load(1..<10, of: "http://a.test/")
    let elsewhere = bench.load("http://b.test/")
    bench.world.run(until: .seconds(9))
    #expect(bench.requested == ["http://a.test/0", "http://b.test/"])
    #expect(elsewhere.listener.media != nil && bench.statistics().parked == 9)
    bench.world.run()
    #expect(others.allSatisfy { $0.listener.media != nil && $0.starts[0] >= 10.03 })
    #expect(first.listener.media != nil)
  }

  @Test func `one broken URL among sixty that says 503 does not stop the page`() throws {
    let bench = try TestBench { $0.startRate = 0 }
    bench.transport.setFallback { _ in .ok() }
    bench.transport.set("http://a.test/30", .status(503, retryAfter: "30"))
    let callers = bench.load(0..<60, of: "http://a.test/")
    bench.world.run(until: .seconds(5))
    #expect(callers.count { $0.listener.media != nil } == 59)
  }

  @Test func `two different URLs that say so close it`() throws {
    let bench = try TestBench()
    bench.transport.setFallback { _ in .ok() }
    for number in 0..<2 { bench.transport.set("http://a.test/\(number)", .status(503, retryAfter: "20"), .ok()) }
    let broken = bench.load(0..<2, of: "http://a.test/")
    bench.world.run(until: .seconds(1))
    let others = bench.load(2..<10, of: "http://a.test/")
    bench.world.run(until: .seconds(20))
    #expect(others.allSatisfy { $0.starts.isEmpty })
    bench.world.run()
    #expect((others + broken).allSatisfy { $0.listener.media != nil })
  }

  @Test func `two with a success between do not`() throws {
    let bench = try TestBench()
    bench.transport.setFallback { _ in .ok() }
    var callers: [Caller] = []
    for (number, reply) in [ScriptedReply.status(503, retryAfter: "20"), .ok(), .status(503, retryAfter: "20")]
      .enumerated()
    {
      bench.transport.set("http://a.test/\(number)", reply)
      callers.append(bench.load("http://a.test/\(number)"))
      bench.world.run(until: .seconds(number + 1))
    }
    let next = bench.load("http://a.test/9")
    bench.world.run(until: .seconds(4))
    #expect(next.listener.media != nil && callers[1].listener.media != nil)
  }

  @Test func `it stays closed for a minute at most`() throws {
    let bench = try TestBench()
    bench.transport.setFallback { _ in .ok() }
    bench.transport.set("http://a.test/0", .status(429, retryAfter: "3600"))
    let first = bench.load("http://a.test/0")
    bench.world.run(until: .seconds(1))
    #expect(first.listener.error?.kind == .retryAfter)
    let second = bench.load("http://a.test/1")
    bench.world.run()
    #expect((60...60.1).contains(second.starts.first ?? 0) && second.listener.media != nil)
  }
}

@Suite struct `The retry budget of an origin` {
  /// Loads that fail at first and whose origin has only so many tokens.
  private func bench(_ change: (inout Configuration) -> Void = { _ in }) throws -> TestBench {
    let bench = try TestBench { configuration in
      configuration.health.breaker = false
      configuration.startRate = 0
      configuration.timeLimits.deadline = .zero
      configuration.retry.maxAttempts = 20
      change(&configuration)
    }
    bench.transport.setFallback { _ in .status(503) }
    return bench
  }

  @Test func `it bounds retries: twenty, and one each two seconds`() throws {
    let bench = try bench()
    let callers = bench.load(0..<100, of: "http://a.test/")
    bench.world.run(until: .seconds(60))
    let retries = bench.requested.count - 100
    #expect(retries >= 45 && retries <= 20 + 30)
    #expect(callers.allSatisfy { $0.listener.ends == 0 }, "they wait, and do not fail")
  }

  @Test func `a retry that waits for a token holds no slot`() throws {
    let bench = try bench()
    let callers = bench.load(0..<100, of: "http://a.test/")
    bench.world.run(until: .seconds(30))
    bench.transport.set("http://b.test/", .ok(latency: .seconds(100)))
    let other = bench.load("http://b.test/")
    bench.world.run(until: .milliseconds(30_001))
    let statistics = bench.statistics()
    #expect(other.starts == [30] && callers.count == 100)
    #expect(statistics.backoff >= 90 && statistics.timers <= 10)
  }

  @Test func `another origin has a budget of its own`() throws {
    let bench = try bench()
    let callers = bench.load(0..<50, of: "http://a.test/") + bench.load(0..<50, of: "http://b.test/")
    bench.world.run(until: .seconds(20))
    let retries = ["http://a.", "http://b."].map { origin in bench.requested.count { $0.hasPrefix(origin) } - 50 }
    #expect(retries.allSatisfy { (20...30).contains($0) } && callers.count == 100)
  }

  @Test func `success puts tokens back`() throws {
    let bench = try bench { $0.health.budgetRefill = 0 }
    let failing = bench.load(0..<40, of: "http://a.test/")
    bench.world.run(until: .seconds(60))
    #expect(bench.requested.count == 60)
    bench.transport.setFallback { _ in .ok() }
    let fine = bench.load(100..<110, of: "http://a.test/")
    bench.world.run(until: .seconds(61))
    #expect(fine.allSatisfy { $0.listener.media != nil })
    // Ten successes are two tokens, and what a retry takes comes back when it succeeds, with half a token.
    #expect(failing.allSatisfy { $0.listener.media != nil })
    #expect(try #require(bench.statistics().origins.first).retryTokens == 20)
  }

  @Test func `a retry that fails is not refunded`() throws {
    let bench = try bench { $0.health.budgetRefill = 0 }
    let failing = bench.load(0..<40, of: "http://a.test/")
    bench.world.run(until: .seconds(60))
    let fine = bench.load(100..<110, of: "http://a.test/")
    for number in 100..<110 { bench.transport.set("http://a.test/\(number)", .ok()) }
    bench.world.run(until: .seconds(120))
    #expect(fine.allSatisfy { $0.listener.media != nil })
    #expect(bench.requested.count == 60 + 10 + 2)
    #expect(failing.allSatisfy { $0.listener.ends == 0 })
  }

  @Test func `one who is cancelled while it waits for a token is out of the line`() throws {
    let bench = try bench()
    let callers = bench.load(0..<100, of: "http://a.test/")
    bench.world.run(until: .seconds(30))
    callers.forEach { $0.handle.cancel() }
    bench.world.run()
    bench.invariants.checkRest()
  }

  @Test func `a larger budget counts at once`() throws {
    let bench = try bench { $0.health.budgetRefill = 0 }
    let callers = bench.load(0..<40, of: "http://a.test/")
    bench.world.run(until: .seconds(60))
    #expect(bench.requested.count == 60)
    bench.transport.setFallback { _ in .ok() }
    try bench.loader.update { $0.health.budget = 0 }
    bench.world.run(until: .seconds(70))
    #expect(callers.allSatisfy { $0.listener.media != nil })
  }
}
