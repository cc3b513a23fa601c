import HeronTesting
import Testing

@testable import HeronEngine

private let url = "http://a.test/1"

@Suite struct `Equal requests` {
  @Test func `a hundred listeners of one URL share one request, and the sixty left are told`() throws {
    let bench = try TestBench()
    bench.transport.set(url, .ok(latency: .seconds(1)))
    var callers = (0..<100).map { _ in bench.load(url) }
    bench.world.run(until: .milliseconds(500))
    let gone = callers[..<40].map(\.listener)
    for caller in callers[..<20] { caller.handle.cancel() }
    callers.removeFirst(40)
    bench.world.run()
    #expect(bench.transport.requestCount(url) == 1)
    #expect(callers.allSatisfy { $0.listener.media != nil && $0.listener.ends == 1 })
    #expect(gone.allSatisfy { $0.ends == 0 })
    let media = try #require(callers[0].listener.media)
    #expect(callers.allSatisfy { $0.listener.media === media }, "one decode for all")
    let statistics = bench.statistics()
    #expect(statistics.coalesced == 99 && statistics.delivered == 60)
    #expect(statistics.cancelled == 20 && statistics.released == 20)
    bench.invariants.checkRest()
  }

  @Test func `when the last has gone the transfer is ended within the turn`() throws {
    let bench = try TestBench()
    let body: [UInt8] = [1] + Array(repeating: 7, count: 999)
    bench.transport.set(url, ScriptedReply(body: body, pieceSize: 10, pieceInterval: .milliseconds(10)))
    var callers = (0..<3).map { _ in bench.load(url) }
    bench.world.run(until: .milliseconds(335))
    callers.removeAll()
    bench.world.run(until: .milliseconds(335))
    #expect(bench.transport.active == 0)
    bench.world.run()
    let statistics = bench.statistics()
    #expect(statistics.bytes == 310 && statistics.bytesForDeadListeners == 310)
    bench.invariants.checkRest()
  }

  @Test func `nobody left means no decode either`() throws {
    let bench = try TestBench()
    bench.world.setWorkTime(.seconds(1))
    bench.transport.set(url, .ok())
    let caller = bench.load(url)
    bench.world.run(until: .milliseconds(500))
    #expect(bench.statistics().decoding == 1)
    caller.handle.cancel()
    bench.world.run()
    #expect(bench.statistics().decoding == 0 && bench.loader.cachedMedia(for: MediaRequest(url)) == nil)
    bench.invariants.checkRest()
  }

  @Test func `requests with different headers never share`() throws {
    // Not in a test bench, whose invariants allow one transfer of a URL at a time.
    let world = VirtualWorld()
    let transport = ScriptedTransport(
      world, [url: [.ok([1, 1], latency: .seconds(1)), .ok([1, 2], latency: .seconds(1))]])
    let loader = try MediaLoader(
      environment: Environment(
        executor: world, clock: world, workPool: world.workPool, transport: transport,
        decoders: ScriptedDecoder.decoders, seed: 1))
    let callers = ["a", "b", "a"].map { token in
      var request = MediaRequest(url, kind: .data)
      request.headers = ["Authorization": token]
      let listener = RecordingListener(token, in: world)
      return Caller(listener: listener, handle: loader.load(request, for: listener))
    }
    world.run()
    #expect(transport.requests.map { $0.headers["Authorization"] } == ["a", "b"])
    #expect(callers.map { $0.listener.media?.body } == [[1, 1], [1, 2], [1, 1]])
    var stranger = MediaRequest(url, kind: .data)
    stranger.headers = ["Authorization": "c"]
    #expect(loader.cachedMedia(for: stranger) == nil)
    #expect(loader.cachedMedia(for: MediaRequest(url, kind: .data)) == nil)
  }

  @Test func `the most urgent current class counts`() throws {
    let bench = try TestBench { configuration in
      configuration.maxActive = 1
      configuration.ageStep = .zero
      configuration.batchWindow = .zero
    }
    bench.transport.setFallback { _ in .ok() }
    let first = bench.load("http://a.test/0", .urgent)
    bench.world.run(until: .milliseconds(1))
    let shared = [bench.load(url, .background), bench.load(url, .near), bench.load(url, .urgent)]
    let visible = bench.load("http://a.test/2", .visible)
    let near = bench.load("http://a.test/3", .near)
    bench.world.run(until: .milliseconds(2))
    shared[2].handle.cancel()
    shared[1].handle.priority = .prefetch
    bench.world.run(until: .milliseconds(3))
    shared[0].handle.priority = .visible
    bench.world.run()
    #expect(bench.requested == ["http://a.test/0", "http://a.test/2", url, "http://a.test/3"])
    #expect([first, visible, near].allSatisfy { $0.listener.media != nil })
  }

  @Test func `one who joins late is told where the load stands`() throws {
    let bench = try TestBench { $0.maxActive = 1 }
    bench.transport.set(url, .status(503, latency: .seconds(1)), .ok(latency: .seconds(1)))
    let first = bench.load(url)
    bench.world.run(until: .milliseconds(500))
    let active = bench.load(url)
    bench.world.run(until: .milliseconds(1050))
    let between = bench.load(url)
    bench.world.run()
    #expect(first.listener.text.first == "started 1")
    #expect(active.listener.text.first == "started 1")
    #expect(between.listener.text[0].hasPrefix("retrying after") && between.listener.text[1] == "started 2")
    #expect([first, active, between].allSatisfy { $0.listener.media != nil })
  }

  @Test func `events come in order`() throws {
    let bench = try TestBench { $0.maxActive = 1 }
    let body: [UInt8] = [1] + Array(repeating: 7, count: 29)
    bench.transport.set(
      url, .status(503), ScriptedReply(body: body, pieceSize: 10, pieceInterval: .milliseconds(150)))
    bench.transport.set("http://a.test/0", .ok())
    let before = bench.load("http://a.test/0")
    let caller = bench.load(url)
    bench.world.run()
    let words = caller.listener.text.map { String($0.prefix { $0 != " " }) }
    #expect(words == ["waiting", "started", "retrying", "started", "progressed", "progressed", "loaded"])
    #expect(before.listener.text == ["started 1", "loaded from network"])
  }

  @Test func `progress is told ten times a second at most`() throws {
    let bench = try TestBench()
    let body: [UInt8] = [1] + Array(repeating: 7, count: 999)
    bench.transport.set(url, ScriptedReply(body: body, pieceSize: 1, pieceInterval: .milliseconds(3)))
    let caller = bench.load(url)
    bench.world.run()
    let told = caller.seconds { if case .progressed = $0 { true } else { false } }
    #expect(told.count >= 25 && told.count <= 31)
    #expect(zip(told, told.dropFirst()).allSatisfy { $1 - $0 >= 0.1 - 1e-9 })
  }
}
