import HeronEngine
import HeronTesting
import Testing

/// Who is kept alive by what, and what goes on for the dead.
@Suite struct `The ancestors' lifetimes` {
  // D0.1, D2.4: a static array kept every picture, so that none was ever freed.
  @Test func `media that nobody keeps is freed`() throws {
    let bench = try TestBench { $0.memoryCacheBytes = 0 }
    weak var media: LoadedMedia?
    do {
      let asked = bench.ask(1, of: "a.test", latency: .milliseconds(10))
      bench.world.run()
      media = asked[0].media
      #expect(media != nil)
    }
    #expect(media == nil)
  }

  // D0.2, D1.3: what was queued or ran kept its target alive; the property meanwhile could dangle.
  @Test func `no listener is kept alive by its load, in whatever stage`() throws {
    let bench = try TestBench { $0.maxActive = 1 }
    bench.transport.set("http://a.test/retried.png", .status(503), .ok(latency: .seconds(5)))
    var listener: RecordingListener? = bench.listener("listener")
    weak let weakListener = listener
    let loads = ["a.test/retried.png", "a.test/waiting.png"].compactMap { path in
      listener.map { bench.loader.load(MediaRequest("http://\(path)"), for: $0) }
    }
    let delayed = listener.map { listener in
      var request = MediaRequest("http://a.test/delayed.png")
      request.delay = .seconds(60)
      return bench.loader.load(request, for: listener)
    }
    bench.world.run(until: .milliseconds(30))
    #expect(bench.statistics().active == 1 && bench.statistics().waiting == 1 && bench.statistics().delayed == 1)
    listener = nil
    #expect(weakListener == nil)
    bench.world.run()
    bench.invariants.checkRest()
    withExtendedLifetime((loads, delayed)) {}
  }

  // D1.3: a listener that had died was called.
  @Test func `a listener that died in backoff ends its load instead of being called`() throws {
    let bench = try TestBench { $0.retry.maxAttempts = 0 }
    bench.transport.setFallback { _ in .status(503) }
    var listener: RecordingListener? = bench.listener("listener")
    let load = listener.map { bench.loader.load(MediaRequest("http://a.test/a.png"), for: $0) }
    bench.world.run(until: .milliseconds(50))
    #expect(bench.statistics().backoff == 1)
    listener = nil
    bench.world.run()
    #expect(bench.statistics().orphaned == 1)
    #expect(bench.requested.count <= 2)
    bench.invariants.checkRest()
    withExtendedLifetime(load) {}
  }

  // D1.4: nobody stopped the timer of a container that was gone, and it fetched without end.
  @Test(arguments: [10, 100, 400])
  func `a handle that is let go ends its load, in flight or in backoff`(moment: Int) throws {
    let bench = try TestBench { $0.retry.maxAttempts = 0 }
    bench.transport.setFallback { _ in .status(503) }
    var asked: Asked? = bench.ask("http://a.test/a.png")
    bench.world.run(until: .milliseconds(moment))
    let count = bench.requested.count
    #expect(asked?.load.isLive == true)
    asked = nil
    bench.world.run(until: .milliseconds(moment))
    #expect(bench.transport.active == 0 && bench.statistics().timers == 0)
    bench.world.run()
    #expect(bench.requested.count == count)
    #expect(bench.statistics().released == 1)
    bench.invariants.checkRest()
  }

  // D1.4: a load without a handle lives as long as its listener, and no longer.
  @Test func `endless retrying ends when its listener dies`() throws {
    let bench = try TestBench { configuration in
      configuration.retry.maxAttempts = 0
      configuration.timeLimits.deadline = .zero
    }
    bench.transport.setFallback { _ in .status(503) }
    var listener: RecordingListener? = bench.listener("listener")
    if let listener { bench.loader.load(MediaRequest("http://a.test/a.png"), for: listener, lifetime: .listener) }
    bench.world.run(until: .seconds(30))
    let count = bench.requested.count
    #expect(count > 4)
    listener = nil
    bench.world.run()
    #expect(bench.requested.count <= count + 1)
    #expect(bench.statistics().orphaned == 1)
    bench.invariants.checkRest()
  }

  // D0.10: a dying object announced itself to the world.
  @Test func `a view that dies with its handle hears nothing and is not heard of`() throws {
    let bench = try TestBench()
    bench.transport.setFallback { _ in .ok(latency: .seconds(1)) }
    var view: ScriptedView? = ScriptedView(bench)
    weak let weakView = view
    let notes = view?.notes
    view?.show("http://a.test/a.png")
    bench.world.run(until: .milliseconds(100))
    let heard = notes?.count
    view = nil
    #expect(weakView == nil)
    bench.world.run(until: .milliseconds(100))
    #expect(bench.transport.active == 0)
    bench.world.run()
    #expect(notes?.count == heard && notes?.ends == 0)
    #expect(bench.statistics().released == 1)
    bench.invariants.checkRest()
  }
}
