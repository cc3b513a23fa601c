import HeronEngine
import HeronTesting
import Testing

@Suite struct `Tags of requests` {
  private func bench() throws -> (TestBench, page: [Caller], other: [Caller]) {
    let bench = try TestBench { configuration in
      configuration.maxActive = 2
      configuration.batchWindow = .zero
      configuration.ageStep = .zero
    }
    bench.transport.setFallback { _ in .ok(latency: .seconds(1)) }
    let page = (0..<4).map { number in bench.load("http://a.test/\(number)") { $0.tag = "page" } }
    let other = (4..<8).map { number in bench.load("http://a.test/\(number)", .near) { $0.tag = "other" } }
    bench.world.run(until: .milliseconds(500))
    return (bench, page, other)
  }

  @Test func `all under a tag are cancelled in one call, and the next have the slots at once`() throws {
    let (bench, page, other) = try bench()
    bench.loader.cancelAll(tag: "page")
    bench.world.run(until: .milliseconds(500))
    #expect(page.allSatisfy { !$0.handle.isLive && $0.listener.ends == 0 })
    #expect(other[..<2].allSatisfy { $0.starts == [0.5] })
    bench.world.run()
    #expect(other.allSatisfy { $0.listener.media != nil })
    #expect(bench.statistics().cancelled == 4)
    bench.invariants.checkRest()
  }

  @Test func `one who shares a load under another tag keeps it`() throws {
    let (bench, page, other) = try bench()
    let guest = bench.load("http://a.test/0") { $0.tag = "guest" }
    bench.world.run(until: .milliseconds(600))
    bench.loader.cancelAll(tag: "page")
    bench.world.run()
    #expect(guest.listener.media != nil && page[0].listener.ends == 0 && other.count == 4)
    #expect(bench.transport.requestCount("http://a.test/0") == 1)
  }

  @Test func `all under a tag change their class in one call`() throws {
    let (bench, page, other) = try bench()
    bench.loader.setPriority(.urgent, tag: "other")
    bench.world.run()
    #expect(other.allSatisfy { $0.handle.priority == .urgent })
    let last = try #require(other.compactMap { $0.starts.first }.max())
    #expect(page[2...].allSatisfy { $0.starts[0] >= last })
  }

  @Test func `everything is cancelled in one call`() throws {
    let (bench, page, other) = try bench()
    let delayed = bench.load("http://a.test/9") { $0.delay = .seconds(5) }
    bench.world.run(until: .milliseconds(501))
    bench.loader.cancelAll()
    bench.world.run(until: .milliseconds(502))
    #expect(bench.transport.active == 0)
    #expect((page + other + [delayed]).allSatisfy { !$0.handle.isLive && $0.listener.ends == 0 })
    bench.world.run()
    bench.invariants.checkRest()
  }

  @Test func `a tag that nobody has changes nothing`() throws {
    let (bench, page, other) = try bench()
    bench.loader.cancelAll(tag: "none")
    bench.loader.setPriority(.urgent, tag: "none")
    bench.world.run()
    #expect((page + other).allSatisfy { $0.listener.media != nil })
  }
}
