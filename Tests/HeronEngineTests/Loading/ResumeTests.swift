import HeronEngine
import HeronTesting
import Testing

private let url = "http://a.test/1"

@Suite struct `Resuming` {
  private let body: [UInt8] = [1] + (1..<10_000).map { UInt8(truncatingIfNeeded: $0) }

  private func reply(_ headers: HTTPFields = ["ETag": "\"a\""], cutAt byte: Int? = nil) -> ScriptedReply {
    var reply = ScriptedReply(headers: headers, body: body, pieceSize: 100, pieceInterval: .milliseconds(1))
    if let byte { reply.ending = .failure(.receiveFailed, atByte: byte) }
    return reply
  }

  private func load(
    _ replies: [ScriptedReply], _ change: (inout MediaRequest) -> Void = { _ in }
  ) throws -> (TestBench, Caller) {
    let bench = try TestBench()
    switch replies.count {
    case 1: bench.transport.set(url, replies[0])
    case 2: bench.transport.set(url, replies[0], replies[1])
    case 3: bench.transport.set(url, replies[0], replies[1], replies[2])
    default: bench.transport.set(url, replies[0], replies[1], replies[2], replies[3])
    }
    let caller = bench.load(url) { request in
      request.keepsBody = true
      change(&request)
    }
    bench.world.run()
    bench.invariants.checkRest()
    return (bench, caller)
  }

  @Test func `three cuts cost no byte twice`() throws {
    let (bench, caller) = try load([reply(cutAt: 3000), reply(cutAt: 3000), reply(cutAt: 3000), reply()])
    let media = try #require(caller.listener.media)
    #expect(media.body == body)
    #expect(Double(media.trace.bytesReceived) <= 1.02 * Double(body.count))
    #expect(media.trace.bytesResumed == 9000 && media.trace.attempts == 4)
    #expect(bench.transport.requests.map { $0.headers["Range"] } == [nil, "bytes=3000-", "bytes=6000-", "bytes=9000-"])
    #expect(bench.transport.requests.dropFirst().allSatisfy { $0.headers["If-Range"] == "\"a\"" })
  }

  @Test func `after a stall too it goes on where it broke off`() throws {
    var stalled = reply()
    stalled.ending = .silence(atByte: 5000)
    let (bench, caller) = try load([stalled, reply()])
    #expect(caller.listener.media?.body == body)
    #expect(bench.transport.requests[1].headers["Range"] == "bytes=5000-")
  }

  @Test(arguments: [ScriptedReply.failure(.connectionRefused), .status(503), .failure(.timeout)])
  func `an attempt between that brought nothing does not lose what there was`(nothing: ScriptedReply) throws {
    let (bench, caller) = try load([reply(cutAt: 5000), nothing, reply()])
    #expect(caller.listener.media?.body == body)
    #expect(bench.transport.requests[2].headers["Range"] == "bytes=5000-")
    #expect(caller.listener.media?.trace.bytesReceived == Int64(body.count))
  }

  @Test func `progress goes on from what is there`() throws {
    var slow = reply(cutAt: 5000)
    slow.pieceInterval = .milliseconds(20)
    var rest = reply()
    rest.pieceInterval = .milliseconds(20)
    let (_, caller) = try load([slow, rest])
    let progress = caller.listener.events.compactMap { event -> (Int64, Int64?)? in
      if case .progressed(let received, let expected) = event { (received, expected) } else { nil }
    }
    #expect(progress.allSatisfy { $0.1 == 10_000 })
    #expect(zip(progress, progress.dropFirst()).allSatisfy { $0.0 < $1.0 })
  }

  @Test func `a file that has changed is fetched from its first byte`() throws {
    let (bench, caller) = try load([reply(cutAt: 5000), reply(["ETag": "\"b\""])])
    let media = try #require(caller.listener.media)
    #expect(bench.transport.requests[1].headers["Range"] == "bytes=5000-")
    #expect(media.body == body && media.trace.bytesReceived == 15_000 && media.trace.bytesResumed == 0)
  }

  @Test(
    arguments: [
      ["ETag": "W/\"a\""], [:], ["ETag": "\"a\"", "Content-Encoding": "gzip"], ["ETag": "a"],
      ["ETag": "\"a\"", "Accept-Ranges": "none"],
    ] as [HTTPFields])
  func `without a strong tag, or with an encoding, nothing is resumed`(headers: HTTPFields) throws {
    let (bench, caller) = try load([reply(headers, cutAt: 5000), reply(headers)])
    #expect(bench.transport.requests[1].headers["Range"] == nil)
    #expect(caller.listener.media?.body == body)
  }

  @Test func `a refused range starts over, once and free`() throws {
    let (bench, caller) = try load([reply(cutAt: 5000), .status(416), reply()]) { $0.maxAttempts = 2 }
    #expect(bench.transport.requests.map { $0.headers["Range"] } == [nil, "bytes=5000-", nil])
    #expect(caller.listener.media?.body == body && caller.waits.last == 0)
  }

  @Test(arguments: [TransportError.Failure.rangeRefused])
  func `so does a range that the transport cannot have`(failure: TransportError.Failure) throws {
    let (bench, caller) = try load([reply(cutAt: 5000), .failure(failure), reply()]) { $0.maxAttempts = 2 }
    #expect(bench.transport.requests[2].headers["Range"] == nil && caller.listener.media?.body == body)
  }

  @Test func `so does another part than the one asked for`() throws {
    var other = reply(["ETag": "\"a\"", "Content-Range": "bytes 4000-9999/10000"])
    other.status = 206
    let (bench, caller) = try load([reply(cutAt: 5000), other, reply()]) { $0.maxAttempts = 2 }
    #expect(bench.transport.requestCount(url) == 3 && caller.listener.media?.body == body)
  }

  @Test func `a load whose resuming has failed does not resume again, and ends`() throws {
    let (bench, caller) = try load([reply(cutAt: 5000), .status(416), reply(cutAt: 5000), reply()])
    #expect(bench.transport.requests.map { $0.headers["Range"] } == [nil, "bytes=5000-", nil, nil])
    #expect(caller.listener.media?.body == body)
  }

  @Test func `a 416 that was not asked for is fatal`() throws {
    let (bench, caller) = try load([.status(416)])
    #expect(bench.transport.requestCount(url) == 1 && caller.listener.error?.status == 416)
  }

  @Test func `in backoff a load keeps what can be resumed and nothing else`() throws {
    let bench = try TestBench()
    bench.transport.set(url, reply(cutAt: 5000))
    bench.transport.set("http://a.test/weak", reply(["ETag": "W/\"a\""], cutAt: 5000))
    let callers = [bench.load(url), bench.load("http://a.test/weak")]
    bench.world.run(until: .milliseconds(100))
    let loads = bench.world.inside { bench.loader.assumeIsolated { $0.inspect().loads } }
    #expect(loads.map(\.stage) == ["backoff", "backoff"] && callers.count == 2)
    #expect(loads.map(\.heldBytes) == [5000, 0])
  }
}
