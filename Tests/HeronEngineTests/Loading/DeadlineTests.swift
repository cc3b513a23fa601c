import HeronEngine
import HeronTesting
import Testing

private let url = "http://a.test/1"

@Suite struct `The deadline of a load` {
  private func bench(_ replies: ScriptedReply...) throws -> TestBench {
    let bench = try TestBench { $0.retry.jitter = .none }
    switch replies.count {
    case 1: bench.transport.set(url, replies[0])
    default: bench.transport.set(url, replies[0], replies[1])
    }
    return bench
  }

  @Test func `a backoff that would pass it fails now, with the last error`() throws {
    let bench = try bench(.status(503))
    let caller = bench.load(url) { $0.deadline = .seconds(2) }
    bench.world.run()
    // 0 · 0.28 · 0.81 · 1.84, and the next wait is 2 s.
    #expect(caller.starts.count == 4)
    let error = try #require(caller.listener.error)
    #expect(error.status == 503 && error.kind == .httpStatus)
    #expect(error.limit?.name == "deadline" && error.limit?.limit == 2000)
    #expect((caller.end ?? 9) < 2)
  }

  @Test func `without one a load goes on to its last attempt`() throws {
    let bench = try bench(.status(503))
    let caller = bench.load(url) { $0.deadline = .zero }
    bench.world.run()
    #expect(caller.starts.count == 8 && (caller.end ?? 0) > 15)
  }

  @Test func `it stands still while the load waits in line`() throws {
    let bench = try bench(.status(503), .ok())
    try bench.loader.update { $0.maxActive = 1 }
    let caller = bench.load(url) { $0.deadline = .seconds(1) }
    bench.world.run(until: .milliseconds(31))
    bench.transport.set("http://a.test/long", .ok(latency: .seconds(15)))
    let long = bench.load("http://a.test/long", .urgent)
    bench.world.run()
    #expect(caller.starts[1] > 15 && caller.listener.media != nil && long.listener.media != nil)
  }

  @Test func `it stands still while the loader is paused`() throws {
    let bench = try bench(.status(503), .ok())
    let caller = bench.load(url) { $0.deadline = .seconds(1) }
    bench.world.at(.milliseconds(40)) { bench.loader.pause() }
    bench.world.at(.seconds(100)) { bench.loader.resume() }
    bench.world.run()
    #expect(caller.starts[1] >= 100 && caller.listener.media != nil)
  }

  @Test func `it stands still while the network is away`() throws {
    let bench = try bench(.status(503), .ok())
    let caller = bench.load(url) { $0.deadline = .seconds(1) }
    bench.world.at(.milliseconds(40)) { bench.loader.networkChanged(.down) }
    bench.world.at(.seconds(100)) { bench.loader.networkChanged(.up) }
    bench.world.run()
    #expect(caller.starts[1] >= 100 && caller.listener.media != nil)
  }

  @Test func `it stands still while the load is parked at a gate`() throws {
    let bench = try bench(.status(503), .ok())
    bench.transport.set("http://a.test/2", .status(429, retryAfter: "30"), .ok())
    let caller = bench.load(url) { $0.deadline = .seconds(1) }
    let other = bench.load("http://a.test/2")
    bench.world.run(until: .seconds(40))
    #expect(caller.starts.count == 2 && caller.starts[1] >= 30 && caller.listener.media != nil)
    #expect(other.listener.media != nil)
  }

  @Test func `it runs from first admission, not while the request is delayed`() throws {
    let bench = try bench(.status(503), .ok())
    let caller = bench.load(url) { request in
      request.deadline = .seconds(1)
      request.delay = .seconds(100)
    }
    bench.world.run()
    #expect(caller.listener.media != nil && caller.starts.count == 2)
  }

  @Test func `it never cuts an attempt, neither one that is silent nor one that receives`() throws {
    let body: [UInt8] = [1] + Array(repeating: 7, count: 29)
    let bench = try bench(ScriptedReply(body: body, latency: .seconds(15), pieceSize: 1, pieceInterval: .seconds(1)))
    let caller = bench.load(url) { $0.deadline = .seconds(1) }
    bench.world.run()
    #expect(caller.listener.media != nil && (caller.end ?? 0) > 40)
  }

  @Test func `nothing starts after it, not even what the network's absence broke off`() throws {
    var reply = ScriptedReply(body: [1] + [UInt8](repeating: 7, count: 99), pieceSize: 1, pieceInterval: .seconds(1))
    reply.ending = .failure(.receiveFailed, atByte: 50)
    let bench = try bench(reply)
    let caller = bench.load(url) { $0.deadline = .seconds(5) }
    bench.world.at(.seconds(40)) { bench.loader.networkChanged(.down) }
    bench.world.at(.seconds(60)) { bench.loader.networkChanged(.up) }
    bench.world.run()
    #expect(caller.starts.count == 1)
    #expect(caller.listener.error?.limit?.name == "deadline")
  }

  @Test func `nothing starts after it, not even what is free`() throws {
    let bench = try bench(.failure(.streamRefused, latency: .seconds(10)), .ok())
    let caller = bench.load(url) { $0.deadline = .seconds(5) }
    bench.world.run()
    #expect(caller.starts.count == 1 && caller.listener.error != nil)
  }
}

@Suite struct `The longest wait in line` {
  private func bench() throws -> (TestBench, Caller) {
    let bench = try TestBench { configuration in
      configuration.maxActive = 1
      configuration.maxWait = .seconds(3)
    }
    bench.transport.setFallback { _ in .ok() }
    bench.transport.set("http://a.test/long", .ok(latency: .seconds(15)))
    let long = bench.load("http://a.test/long", .urgent)
    bench.world.run(until: .milliseconds(1))
    return (bench, long)
  }

  @Test func `who waits longer fails, and says for what`() throws {
    let (bench, long) = try bench()
    let caller = bench.load(url)
    bench.world.run()
    let error = try #require(caller.listener.error)
    #expect(error.kind == .deadline && error.limit?.name == "max-wait" && error.limit?.limit == 3000)
    #expect((3...3.2).contains(caller.end ?? 0) && caller.starts.isEmpty)
    #expect(long.listener.media != nil)
  }

  @Test func `another class does not begin the wait anew`() throws {
    let (bench, long) = try bench()
    let caller = bench.load(url)
    bench.world.at(.seconds(2)) { caller.handle.priority = .near }
    bench.world.run()
    #expect((3...3.2).contains(caller.end ?? 0) && long.listener.media != nil)
  }

  @Test func `set while loads wait, it counts for them too`() throws {
    let (bench, long) = try bench()
    try bench.loader.update { $0.maxWait = .zero }
    let caller = bench.load(url)
    bench.world.at(.seconds(5)) { try? bench.loader.update { $0.maxWait = .seconds(8) } }
    bench.world.run()
    #expect((8...8.2).contains(caller.end ?? 0) && long.listener.media != nil)
  }
}
