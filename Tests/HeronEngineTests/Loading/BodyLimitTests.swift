import HeronEngine
import HeronTesting
import Testing

private let url = "http://a.test/1"

@Suite struct `The limits on what comes` {
  private let body: [UInt8] = [1] + Array(repeating: 7, count: 9_999)

  private func load(
    _ reply: ScriptedReply, _ change: (inout MediaRequest) -> Void = { _ in }
  ) throws -> (TestBench, MediaLoadError?) {
    let bench = try TestBench()
    bench.transport.set(url, reply)
    let caller = bench.load(url) { request in
      request.maxBodyBytes = 5000
      change(&request)
    }
    bench.world.run()
    bench.invariants.checkRest()
    return (bench, caller.listener.error)
  }

  @Test func `a body that is announced too large costs no byte and no retry`() throws {
    let (bench, error) = try load(ScriptedReply(body: body, pieceSize: 100))
    #expect(error?.kind == .tooLarge && error?.limit?.name == "max-body" && error?.limit?.value == 10_000)
    #expect(error?.origin == "http://a.test:80" && error?.message.contains("5000") == true)
    #expect(bench.statistics().bytes == 0 && bench.transport.requestCount(url) == 1)
  }

  @Test func `one that is not announced is stopped as it passes the limit`() throws {
    let (bench, error) = try load(ScriptedReply(headers: ["Content-Length": "unknown"], body: body, pieceSize: 100))
    #expect(error?.kind == .tooLarge && bench.statistics().bytes == 5100)
  }

  @Test func `a picture that is too large is stopped by its header, whatever its body's size`() throws {
    let (bench, error) = try load(ScriptedReply(body: [4] + body, pieceSize: 100)) { $0.maxBodyBytes = nil }
    #expect(error?.kind == .tooManyPixels && error?.limit?.name == "max-pixels")
    #expect(bench.statistics().bytes == 100 && bench.transport.requestCount(url) == 1)
    #expect(bench.transport.active == 0)
  }

  @Test func `what is no picture is stopped too`() throws {
    let (bench, error) = try load(ScriptedReply(body: [9] + body, pieceSize: 100)) { $0.maxBodyBytes = nil }
    #expect(error?.kind == .notAnImage && bench.statistics().bytes == 100)
  }

  @Test func `an error's long page is not read to its end`() throws {
    let page = [UInt8](repeating: 65, count: 1 << 20)
    let (bench, error) = try load(ScriptedReply(status: 404, body: page, pieceSize: 1 << 14))
    #expect(error?.status == 404 && bench.statistics().bytes <= 5 << 14)
  }

  @Test func `the trace tells how it went`() throws {
    let bench = try TestBench()
    bench.world.setWorkTime(.milliseconds(7))
    bench.transport.set(
      url, .status(503, latency: .milliseconds(100)), ScriptedReply(body: body, latency: .milliseconds(200)))
    let caller = bench.load(url)
    bench.world.run()
    let trace = try #require(caller.listener.media?.trace)
    #expect(trace.attempts == 2 && trace.bytesReceived == 10_000 && trace.decoded == .milliseconds(7))
    #expect(trace.waited == .zero && trace.backedOff >= .milliseconds(125) && trace.backedOff < .milliseconds(270))
    #expect(trace.fetched == trace.backedOff + .milliseconds(300))
  }

  @Test func `a wait in line is in the trace, over all classes and attempts`() throws {
    let bench = try TestBench { $0.maxActive = 1 }
    bench.transport.set("http://a.test/0", .ok(latency: .seconds(3)))
    bench.transport.set(url, .ok())
    let first = bench.load("http://a.test/0", .urgent)
    bench.world.run(until: .milliseconds(500))
    let caller = bench.load(url, .near)
    bench.world.at(.seconds(2)) { caller.handle.priority = .visible }
    bench.world.run()
    let waited = try #require(caller.listener.media?.trace.waited)
    #expect(waited > .milliseconds(2400) && waited <= .milliseconds(2500) && first.listener.media != nil)
  }
}
