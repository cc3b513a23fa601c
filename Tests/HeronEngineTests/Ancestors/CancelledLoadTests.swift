import HeronEngine
import HeronTesting
import Testing

/// Cancelling: at once, for good, and counted.
@Suite struct `The ancestors' cancelling` {
  // D0.4, D4.4: cancel was looked at only after the fetch, so the next page had to share the line with the last one.
  @Test func `cancelling aborts the transfer at once and delivers nothing`() throws {
    let bench = try TestBench()
    let body = [UInt8](repeating: 1, count: 1000)
    bench.transport.set("http://a.test/a.png", ScriptedReply(body: body, pieceSize: 10))
    let asked = bench.ask("http://a.test/a.png")
    bench.world.run(until: .milliseconds(200))
    #expect(bench.transport.active == 1)
    let heard = asked.text
    asked.load.cancel()
    bench.world.run(until: .milliseconds(200))
    #expect(bench.transport.active == 0)
    let bytes = bench.statistics().bytes
    bench.world.run()
    #expect(bench.statistics().bytes == bytes && bytes < 1000)
    #expect(asked.text == heard && asked.listener.ends == 0)
    bench.invariants.checkRest()
  }

  // D0.4, S0.7: a whole page goes in one call, and the next one has the bandwidth in the same moment.
  @Test func `a page that is cancelled leaves its slots to the next one at once`() throws {
    let bench = try TestBench { $0.maxActive = 4 }
    bench.transport.setFallback { _ in .ok(latency: .seconds(1)) }
    let first = (0..<10).map { number in bench.ask("http://a.test/\(number).png") { $0.tag = "first page" } }
    bench.world.run(until: .milliseconds(100))
    let second = (0..<4).map { number in bench.ask("http://b.test/\(number).png") { $0.tag = "second page" } }
    bench.loader.cancelAll(tag: "first page")
    bench.world.run(until: .milliseconds(120))
    #expect(bench.transport.active == 4)
    #expect(second.allSatisfy { bench.transport.active($0.load.request.url) == 1 })
    bench.world.run()
    #expect(second.allSatisfy { $0.media != nil } && first.allSatisfy { $0.listener.ends == 0 })
  }

  // D0.5: cancelled after the last look, the picture was delivered all the same.
  @Test func `a load that is cancelled in the decoder stays cancelled`() throws {
    let bench = try TestBench()
    bench.world.setWorkTime(.milliseconds(100))
    let asked = bench.ask(1, of: "a.test", latency: .milliseconds(10))
    bench.world.run(until: .milliseconds(50))
    #expect(bench.statistics().decoding == 1)
    asked[0].load.cancel()
    bench.world.run()
    #expect(asked[0].listener.ends == 0 && !asked[0].load.isLive)
    #expect(bench.loader.cachedMedia(for: asked[0].load.request) == nil)
    bench.invariants.checkRest()
  }

  // D1.7: a picture that was posted to the main loop arrived after cancel().
  @Test func `a picture that is on its way to the main loop does not arrive after cancel`() throws {
    let loop = ScriptedMainLoop()
    let bench = try TestBench(delivery: loop.delivery)
    let asked = bench.ask(2, of: "a.test", latency: .milliseconds(10))
    bench.world.run()
    asked[0].load.cancel()
    loop.turn()
    #expect(asked[0].text == [])
    #expect(asked[1].media != nil)
    bench.world.run()
    bench.invariants.checkRest()
  }

  // D0.9: all were gone through while those who heard of it changed the list.
  @Test func `a listener may cancel everything and ask anew from inside its event`() throws {
    let bench = try TestBench()
    bench.transport.setFallback { _ in .ok(latency: .seconds(1)) }
    bench.transport.set("http://a.test/first.png", .ok(latency: .milliseconds(10)))
    let view = ScriptedView(bench)
    let listener = bench.listener("first") { _, event in
      guard case .finished = event else { return }
      bench.loader.cancelAll()
      view.show("http://a.test/new.png")
    }
    let first = bench.loader.load(MediaRequest("http://a.test/first.png"), for: listener)
    let others = (0..<20).map { bench.ask("http://b.test/\($0).png") }
    bench.world.run()
    #expect(view.notes.pictures == ["http://a.test/new.png"])
    #expect(others.allSatisfy { $0.listener.ends == 0 && !$0.load.isLive })
    bench.invariants.checkRest()
    withExtendedLifetime(first) {}
  }
}
