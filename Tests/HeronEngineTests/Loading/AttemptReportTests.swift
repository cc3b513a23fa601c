import HeronTesting
import Synchronization
import Testing

@testable import HeronEngine

private let url = "http://a.test/1"

@Suite struct `Reports of attempts` {
  private final class Reports: Sendable {
    let all = Mutex<[AttemptReport]>([])
  }

  private func bench(_ reports: Reports) throws -> TestBench {
    try TestBench(observingAttempts: { report in reports.all.withLock { $0.append(report) } })
  }

  @Test func `each request is told once, when it ends, redirects and retries included`() throws {
    let reports = Reports()
    let bench = try bench(reports)
    bench.transport.set(url, .redirect(to: "/2"))
    bench.transport.set("http://a.test/2", .status(503), .ok([1, 2, 3]))
    let caller = bench.load(url)
    bench.world.run()
    #expect(caller.listener.media != nil)
    let all = reports.all.withLock(\.self)
    #expect(all.map(\.outcome.name) == ["redirected", "failed", "redirected", "served"])
    #expect(all.map(\.attempt) == [1, 1, 2, 2])
    #expect(all.map(\.redirects) == [0, 1, 0, 1])
    #expect(all.map(\.requestURL) == [url, "http://a.test/2", url, "http://a.test/2"])
    #expect(all.allSatisfy { $0.url == url && $0.ended - $0.started == 30_000_000 })
    #expect(all.map(\.head?.status) == [302, 503, 302, 200])
    #expect(all.last?.bytesReceived == 3)
  }

  @Test func `a time limit and a cancellation are told, too`() throws {
    let reports = Reports()
    let bench = try bench(reports)
    bench.transport.setFallback { _ in .silence }
    let caller = bench.load(url) { $0.maxAttempts = 1 }
    let other = bench.load("http://a.test/2")
    bench.world.run(until: .seconds(1))
    other.handle.cancel()
    bench.world.run()
    #expect(caller.listener.error?.kind == .timeout)
    let all = reports.all.withLock(\.self)
    #expect(all.map(\.outcome.name) == ["cancelled", "failed"])
  }

  @Test func `a redirect that is not followed is told as the failure that it is`() throws {
    let reports = Reports()
    let bench = try bench(reports)
    bench.transport.set(url, .redirect(to: "ftp://a.test/1"))
    let caller = bench.load(url)
    bench.world.run()
    #expect(caller.listener.error != nil)
    let all = reports.all.withLock(\.self)
    #expect(all.map(\.outcome.name) == ["failed"])
    #expect(all.first?.head?.status == 302)
  }

  @Test func `a time limit leaves the phases that were passed, and how long the rest took`() throws {
    let reports = Reports()
    let bench = try bench(reports)
    var reply = ScriptedReply.silence
    reply.connectTime = .milliseconds(7)
    bench.transport.set(url, reply)
    var stalling = ScriptedReply.ok([1, 2, 3])
    stalling.connectTime = .milliseconds(5)
    stalling.ending = .silence(atByte: 1)
    bench.transport.set("http://a.test/2", stalling)
    let first = bench.load(url) { $0.maxAttempts = 1 }
    let second = bench.load("http://a.test/2") { $0.maxAttempts = 1 }
    bench.world.run()
    #expect(first.listener.error?.kind == .timeout)
    #expect(second.listener.error?.kind == .timeout)
    let all = reports.all.withLock(\.self).sorted { $0.requestURL < $1.requestURL }
    #expect(all.map(\.metrics.connect) == [.milliseconds(7), .milliseconds(5)])
    #expect(all.map(\.metrics.firstByte) == [.zero, .milliseconds(30)])
    #expect(all.allSatisfy { $0.metrics.total == .nanoseconds($0.ended - $0.started) })
  }
}

@Suite struct `What a transport sends again by itself` {
  @Test func `is counted, and beyond the first is charged to the origin's budget`() throws {
    let bench = try TestBench()
    var reply = ScriptedReply.ok()
    reply.resends = 5
    bench.transport.set(url, reply)
    let caller = bench.load(url)
    bench.world.run(until: .milliseconds(50))
    #expect(caller.listener.media?.trace.transport.resends == 5)
    let statistics = bench.statistics()
    #expect(statistics.resends == 5)
    #expect(try #require(statistics.origins.first).retryTokens < 16.5)
  }
}
