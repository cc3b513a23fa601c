import HeronEngine
import HeronTesting
import Testing

private func limits(_ configuration: inout Configuration) {
  configuration.maxActive = 8
  configuration.maxActivePerOrigin = 6
}

@Suite struct `What origins get` {
  private func reply(_ version: HTTPVersion) -> ScriptedReply {
    ScriptedReply(latency: .seconds(1), version: version)
  }

  @Test(arguments: [(HTTPVersion.http2, 8), (.http3, 8), (.http11, 6)])
  func `a TLS origin opens with one attempt, and then has what its version is worth`(
    version: HTTPVersion, then: Int
  ) throws {
    let bench = try TestBench(configure: limits)
    let reply = reply(version)
    bench.transport.setFallback { _ in reply }
    let callers = bench.load(0..<20, of: "https://a.test/")
    bench.world.run(until: .milliseconds(900))
    #expect(bench.transport.active == 1)
    bench.world.run(until: .milliseconds(1900))
    #expect(bench.transport.active == then)
    bench.world.run()
    #expect(callers.allSatisfy { $0.listener.media != nil })
  }

  @Test func `a plain one begins with its whole limit where nobody else waits`() throws {
    let bench = try TestBench(configure: limits)
    let reply = reply(.http11)
    bench.transport.setFallback { _ in reply }
    let callers = bench.load(0..<20, of: "http://a.test/")
    bench.world.run(until: .milliseconds(900))
    #expect(bench.transport.active == 6 && callers.count == 20)
  }

  @Test func `one that hangs holds two slots while another waits`() throws {
    let bench = try TestBench(configure: limits)
    bench.transport.setFallback { $0.contains("dead") ? .silence : .ok() }
    let dead = bench.load(0..<10, of: "http://dead.test/")
    let alive = bench.load(0..<50, of: "http://a.test/")
    bench.world.run(until: .seconds(2))
    #expect(alive.allSatisfy { $0.listener.media != nil } && dead.count == 10)
    #expect(bench.transport.active == 6, "where nobody else waits, it has its whole limit")
  }

  @Test func `a new origin in the place of a forgotten one inherits nothing`() throws {
    let bench = try TestBench {
      limits(&$0)
      $0.maxOrigins = 1
    }
    bench.transport.set("http://a.test/", .status(429, retryAfter: "50"))
    let gated = bench.load("http://a.test/") { $0.maxAttempts = 1 }
    bench.world.run(until: .seconds(1))
    #expect(gated.listener.error?.status == 429)
    let reply = reply(.http2)
    bench.transport.setFallback { _ in reply }
    let fresh = bench.load("http://b.test/")
    bench.world.run(until: .seconds(3))
    #expect(fresh.listener.media != nil)
    let plain = self.reply(.http11)
    bench.transport.setFallback { _ in plain }
    let callers = bench.load(0..<20, of: "http://c.test/")
    bench.world.run(until: .milliseconds(3900))
    #expect(bench.transport.active == 6 && callers.count == 20)
    #expect(bench.statistics().origins.map(\.name) == ["http://c.test:80"])
  }

  @Test func `the same origin in several spellings has one limit`() throws {
    let bench = try TestBench(configure: limits)
    let reply = reply(.http11)
    bench.transport.setFallback { _ in reply }
    let urls = ["http://a.test/1", "HTTP://A.test/2", "http://a.test:80/3", "http://u:p@a.test/4"]
    let callers = urls.map { bench.load($0) } + bench.load(5..<10, of: "http://a.test/")
    bench.world.run(until: .milliseconds(900))
    #expect(bench.transport.active == 6 && callers.count == 9)
    #expect(bench.statistics().origins.count == 1)
  }
}

@Suite struct `Starts for nobody` {
  @Test func `a calm page does not wait for the batch window`() throws {
    let bench = try TestBench()
    bench.transport.setFallback { _ in .ok() }
    let callers = bench.load(0..<6, of: "http://a.test/")
    bench.world.run()
    #expect(callers.allSatisfy { $0.starts == [0] })
  }

  @Test func `what a fling creates and destroys within the window costs nothing`() throws {
    let bench = try TestBench()
    bench.transport.setFallback { _ in .ok() }
    var fling = bench.load(0..<100, of: "http://a.test/")
    bench.world.run(until: .milliseconds(10))
    let last = fling.removeLast()
    fling.removeAll()
    bench.world.run()
    #expect(bench.requested == ["http://a.test/99"] && last.listener.media != nil)
  }

  @Test func `what goes on being wanted is never throttled`() throws {
    let bench = try TestBench { configuration in
      configuration.startRate = 1
      configuration.startBurst = 8
    }
    bench.transport.setFallback { _ in .ok() }
    let callers = bench.load(0..<80, of: "http://a.test/")
    bench.world.run(until: .seconds(2))
    #expect(callers.allSatisfy { $0.listener.media != nil })
  }

  @Test func `starts for nobody are held to the bucket's rate`() throws {
    let bench = try TestBench()
    bench.transport.setFallback { _ in .ok(latency: .seconds(100)) }
    for number in 0..<1000 {
      bench.world.at(.milliseconds(10 * number)) {
        let caller = bench.load("http://a.test/\(number)")
        bench.world.after(.milliseconds(5)) { caller.handle.cancel() }
      }
    }
    bench.world.run()
    #expect(bench.requested.count <= 25 + 800 && bench.requested.count >= 700)
  }

  @Test func `hits and joins need no token`() throws {
    let bench = try TestBench { configuration in
      configuration.startRate = 0.001
      configuration.startBurst = 1
    }
    bench.transport.setFallback { _ in .ok(latency: .seconds(1)) }
    let first = bench.load("http://a.test/1")
    let joined = bench.load("http://a.test/1")
    bench.world.run(until: .seconds(2))
    let hit = bench.load("http://a.test/1")
    bench.world.run(until: .seconds(3))
    #expect([first, joined, hit].allSatisfy { $0.listener.media != nil })
  }

  @Test func `decoding that falls behind holds new attempts back`() throws {
    let bench = try TestBench {
      limits(&$0)
      $0.maxDecoding = 2
    }
    bench.world.setWorkTime(.seconds(10))
    bench.transport.setFallback { _ in .ok(latency: .seconds(1)) }
    let callers = bench.load(0..<20, of: "http://a.test/")
    bench.world.run(until: .seconds(5))
    #expect(bench.requested.count == 7 && bench.statistics().decoding == 7)
    bench.world.run()
    #expect(callers.allSatisfy { $0.listener.media != nil })
  }
}
