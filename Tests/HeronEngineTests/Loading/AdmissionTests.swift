import HeronEngine
import HeronTesting
import Testing

@Suite struct `The order of starts, through the loader` {
  private func busy(_ change: (inout Configuration) -> Void = { _ in }) throws -> (TestBench, Caller) {
    let bench = try TestBench { configuration in
      configuration.maxActive = 1
      configuration.batchWindow = .zero
      configuration.startRate = 0
      change(&configuration)
    }
    bench.transport.setFallback { _ in .ok(latency: .milliseconds(10)) }
    bench.transport.set("http://a.test/first", .ok(latency: .seconds(1)))
    let first = bench.load("http://a.test/first", .urgent)
    bench.world.run(until: .milliseconds(1))
    return (bench, first)
  }

  private func numbers(_ bench: TestBench) -> [Int] {
    bench.requested.compactMap { $0.split(separator: "/").last.flatMap { Int($0) } }
  }

  @Test func `classes go in order, and a tap goes before all that waits`() throws {
    let (bench, first) = try busy()
    let callers = [
      bench.load("http://a.test/1", .background), bench.load("http://a.test/2", .prefetch),
      bench.load("http://a.test/3", .near), bench.load("http://a.test/4", .visible),
    ]
    bench.world.run(until: .milliseconds(500))
    let tap = bench.load("http://a.test/5", .urgent)
    bench.world.run()
    #expect(numbers(bench) == [5, 4, 3, 2, 1])
    #expect((callers + [first, tap]).allSatisfy { $0.listener.media != nil })
  }

  @Test func `with newest first a fling's end comes first`() throws {
    let (bench, first) = try busy { $0.visibleOrder = .lifo }
    let callers = bench.load(1..<6, of: "http://a.test/")
    bench.world.run()
    #expect(numbers(bench) == [5, 4, 3, 2, 1] && callers.count == 5 && first.listener.media != nil)
  }

  @Test func `a backlog of prefetches does not go before what is seen, however old it is`() throws {
    let (bench, first) = try busy { $0.lowEvery = 0 }
    bench.transport.set("http://a.test/first", .ok(latency: .seconds(15)))
    let prefetches = bench.load(1..<5, of: "http://a.test/", .prefetch)
    bench.world.at(.milliseconds(900)) { bench.loader.pause() }
    bench.world.run(until: .seconds(30))
    let seen = bench.load(10..<13, of: "http://a.test/")
    bench.loader.resume()
    bench.world.run()
    #expect(numbers(bench) == [10, 11, 12, 1, 2, 3, 4])
    #expect((prefetches + seen + [first]).allSatisfy { $0.listener.media != nil })
  }

  @Test func `nothing starves: one in eight starts is the oldest low load`() throws {
    let (bench, first) = try busy { $0.ageStep = .zero }
    let low = bench.load(100..<102, of: "http://a.test/", .background)
    let urgent = bench.load(0..<20, of: "http://a.test/", .urgent)
    bench.world.run()
    let order = numbers(bench)
    #expect(order.firstIndex(of: 100) == 6 && order.firstIndex(of: 101) == 14)
    #expect((low + urgent + [first]).allSatisfy { $0.listener.media != nil })
  }

  @Test func `low classes hold at most half of the slots`() throws {
    let bench = try TestBench {
      $0.maxActive = 8
      $0.maxActivePerOrigin = 8
    }
    bench.transport.setFallback { _ in .ok(latency: .seconds(1)) }
    let low = bench.load(0..<20, of: "http://a.test/", .prefetch)
    bench.world.run(until: .milliseconds(500))
    #expect(bench.transport.active == 4 && low.count == 20)
  }

  @Test func `who is cancelled while active makes room at once`() throws {
    let (bench, first) = try busy()
    let next = bench.load("http://a.test/1")
    bench.world.run(until: .milliseconds(500))
    first.handle.cancel()
    bench.world.run(until: .milliseconds(500))
    #expect(next.starts == [0.5])
  }

  @Test func `a load in line says that it waits; one that starts at once does not`() throws {
    let (bench, first) = try busy()
    let next = bench.load("http://a.test/1")
    bench.world.run()
    #expect(first.listener.text == ["started 1", "progressed 1/1", "loaded from network"])
    #expect(next.listener.text == ["waiting", "started 1", "loaded from network"])
  }

  @Test func `dead hosts do not hold up healthy ones`() throws {
    let bench = try TestBench { configuration in
      configuration.maxActive = 4
      configuration.startRate = 0
    }
    bench.transport.setFallback {
      $0.contains("dead") ? .failure(.connectionRefused, latency: .milliseconds(20)) : .ok(latency: .milliseconds(100))
    }
    let dead = (0..<10).map { bench.load("http://dead\($0).test/") }
    let healthy = bench.load(0..<200, of: "http://a.test/")
    bench.world.run()
    let ends = healthy.compactMap(\.end).sorted()
    #expect(ends.count == 200 && ends[189] < 7, "\(ends[189])")
    #expect(dead.allSatisfy { $0.listener.error?.kind == .connect })
  }
}
