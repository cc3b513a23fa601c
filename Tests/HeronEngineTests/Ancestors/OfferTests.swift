import HeronEngine
import HeronTesting
import Testing

/// What the ancestors offered, or were asked for, in an engine without views.
@Suite struct `What the ancestors offered` {
  // S0.1, S0.5, S3.3
  @Test func `asking returns before anything is done`() throws {
    let bench = try TestBench()
    let asked = bench.ask(10, of: "a.test", latency: .milliseconds(10))
    #expect(bench.requested.isEmpty && asked.allSatisfy { $0.text.isEmpty })
    bench.world.run()
    #expect(asked.allSatisfy { $0.media?.image != nil })
  }

  // S0.15
  @Test func `what was cancelled can be asked for again`() throws {
    let bench = try TestBench()
    let first = bench.ask(1, of: "a.test", latency: .milliseconds(100))
    bench.world.run(until: .milliseconds(50))
    first[0].load.cancel()
    let second = bench.ask("http://a.test/0.png")
    bench.world.run()
    #expect(first[0].listener.ends == 0 && second.media != nil)
  }

  // S0.20
  @Test func `one listener serves a whole table`() throws {
    let bench = try TestBench()
    bench.transport.setFallback { _ in .ok() }
    let table = ScriptedView(bench)
    let urls = (0..<30).map { "http://a.test/\($0).png" }
    let loads = urls.map { bench.loader.load(MediaRequest($0), for: table) }
    bench.world.run()
    #expect(Set(table.notes.pictures) == Set(urls) && table.notes.ends == urls.count)
    withExtendedLifetime(loads) {}
  }

  // S1.12, S1.14: the timer of the direct ancestor, with its interval.
  @Test func `the first attempt comes at once, the next after the interval, and none after success`() throws {
    let bench = try TestBench { configuration in
      configuration.retry.growth = .fixed
      configuration.retry.jitter = .none
    }
    bench.transport.set("http://a.test/a.png", .status(503, latency: .zero), .ok(latency: .zero))
    let asked = bench.ask("http://a.test/a.png")
    bench.world.run(until: .milliseconds(9999))
    #expect(asked.text == ["waiting", "started 1", "retrying after 10000 ms (http-status)"].suffix(asked.text.count))
    #expect(bench.requested.count == 1 && bench.statistics().timers == 1)
    bench.world.run()
    #expect(asked.media != nil && asked.lastMoment.map { (10_000...10_064).contains($0) } == true)
    #expect(bench.requested.count == 2 && bench.statistics().timers == 0)
  }

  // S3.7
  @Test func `a body that comes in pieces is told as it grows`() throws {
    let bench = try TestBench()
    let body = [UInt8](repeating: 1, count: 100)
    bench.transport.set("http://a.test/a", ScriptedReply(body: body, pieceSize: 10, pieceInterval: .milliseconds(100)))
    let asked = bench.ask("http://a.test/a") { $0.kind = .data }
    bench.world.run()
    let progress = asked.listener.events.compactMap { event -> Int64? in
      guard case .progressed(let received, expected: 100) = event else { return nil }
      return received
    }
    #expect(progress.count >= 5 && progress == progress.sorted())
    #expect(asked.media?.body == body)
  }

  // S3.13, S0.8; D3.6: to ask for a picture that was not there threw.
  @Test func `an emptied memory cache gives its bytes back and is filled anew`() throws {
    let bench = try TestBench()
    let first = bench.ask(5, of: "a.test", latency: .milliseconds(10))
    bench.world.run()
    bench.loader.removeCachedMedia()
    #expect(bench.statistics().memoryCacheBytes == 0)
    #expect(bench.loader.cachedMedia(for: first[0].load.request) == nil)
    let again = bench.ask("http://a.test/0.png")
    bench.world.run()
    #expect(again.media?.source == .network && bench.requested.count == 6)
  }

  // S4.14, D3.8: nothing was loaded while a finger moved. D4.3: nobody said on which thread the end was told.
  @Test func `a main loop that does not turn delays no load`() throws {
    let loop = ScriptedMainLoop()
    let bench = try TestBench(delivery: loop.delivery)
    let asked = bench.ask(20, of: "a.test", latency: .milliseconds(100))
    bench.world.run()
    #expect(bench.requested.count == 20 && bench.statistics().active == 0)
    #expect(asked.allSatisfy { bench.loader.cachedMedia(for: $0.load.request) != nil && $0.text.isEmpty })
    loop.turn()
    #expect(asked.allSatisfy { $0.media != nil })
  }

  // D2.8: a picture that was at hand took the way round another thread, and flickered.
  @Test func `a hit is told before the call returns`() throws {
    let bench = try TestBench()
    let first = bench.ask(1, of: "a.test", latency: .milliseconds(10))
    bench.world.run()
    let second = bench.world.inside {
      let asked = bench.ask("http://a.test/0.png")
      #expect(asked.text == ["loaded from memory"])
      return asked
    }
    #expect(second.media === second.media && first[0].media?.image == second.media?.image)
  }
}
