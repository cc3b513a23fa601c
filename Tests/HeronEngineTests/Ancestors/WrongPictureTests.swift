import HeronEngine
import HeronTesting
import Testing

/// The wrong picture in a reused cell, and bytes in the wrong buffer.
@Suite struct `The ancestors' wrong pictures` {
  // D0.6, D2.5: the old URL's picture came, or whichever came last stayed.
  @Test(arguments: [10, 100, 1000])
  func `a caller that was pointed elsewhere never gets the old URL's picture`(latency: Int) throws {
    let bench = try TestBench()
    bench.world.setWorkTime(.milliseconds(20))
    bench.transport.set("http://a.test/old.png", .ok(latency: .milliseconds(95)))
    bench.transport.set("http://a.test/new.png", .ok(latency: .milliseconds(latency)))
    let view = ScriptedView(bench)
    view.show("http://a.test/old.png")
    bench.world.run(until: .milliseconds(100))
    view.show("http://a.test/new.png")
    bench.world.run()
    #expect(view.notes.pictures == ["http://a.test/new.png"])
  }

  // D2.5 with somebody else who still wants the old picture: it comes, but to them alone.
  @Test func `a shared load goes on for the others and not for one who left`() throws {
    let bench = try TestBench()
    bench.transport.setFallback { _ in .ok(latency: .milliseconds(200)) }
    let view = ScriptedView(bench)
    view.show("http://a.test/old.png")
    let other = bench.ask("http://a.test/old.png")
    bench.world.run(until: .milliseconds(100))
    view.show("http://a.test/new.png")
    bench.world.run()
    #expect(view.notes.pictures == ["http://a.test/new.png"])
    #expect(other.media?.url == "http://a.test/old.png")
  }

  // D3.1: the first transfer went on into the second one's buffer.
  @Test func `bytes of an attempt that broke never land in the next one's`() throws {
    let bench = try TestBench()
    let old = ScriptedReply(body: [1, 2, 3, 4, 5, 6], pieceSize: 2, ending: .failure(.receiveFailed, atByte: 4))
    bench.transport.set("http://a.test/a", old, .ok([1, 9, 9]))
    let asked = bench.ask("http://a.test/a") { $0.kind = .data }
    bench.world.run()
    #expect(asked.media?.body == [1, 9, 9])
  }

  // D3.1 where the rest is asked for: the same file's bytes, in their place, or another file's and none of the first.
  @Test(arguments: ["\"same\"", "\"other\""])
  func `a resumed body is the file's bytes, each once`(entityTag: String) throws {
    let bench = try TestBench()
    let body: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
    let broken = ScriptedReply(
      headers: ["ETag": "\"same\""], body: body, pieceSize: 3, ending: .failure(.receiveFailed, atByte: 6))
    let changed: [UInt8] = [1, 20, 30]
    let rest = ScriptedReply(headers: ["ETag": entityTag], body: entityTag == "\"same\"" ? body : changed)
    bench.transport.set("http://a.test/a", broken, rest)
    let asked = bench.ask("http://a.test/a") { $0.kind = .data }
    bench.world.run()
    #expect(asked.media?.body == rest.body)
    #expect(bench.transport.requests.last?.headers["Range"] == "bytes=6-")
  }

  // D3.1, D3.2: a connection that was let go without being cancelled wrote on, into another's buffer or a freed one.
  @Test func `bytes that come after cancel go nowhere`() throws {
    let world = VirtualWorld()
    let transport = ScriptedLateTransport()
    let environment = Environment(
      executor: world, clock: world, workPool: world.workPool, transport: transport, seed: 1)
    let loader = try MediaLoader(environment: environment)
    let listeners = ["old", "new"].map { RecordingListener($0, in: world) }
    let request = MediaRequest("http://a.test/a", kind: .data)
    let old = loader.load(request, for: listeners[0])
    world.run(until: .milliseconds(10))
    #expect(transport.sendHead(0, length: 4) && transport.send(0, [1, 2]))
    old.cancel()
    world.run(until: .milliseconds(20))
    #expect(transport.isCancelled(0))
    let new = loader.load(request, for: listeners[1])
    world.run(until: .milliseconds(30))
    #expect(transport.sendHead(1, length: 4) && transport.send(1, [5, 6]))
    #expect(!transport.send(0, [3, 4]))
    transport.finish(0)
    #expect(transport.send(1, [7, 8]))
    transport.finish(1)
    world.run()
    #expect(listeners[1].media?.body == [5, 6, 7, 8])
    #expect(listeners[0].ends == 0)
    withExtendedLifetime(new) {}
  }
}
