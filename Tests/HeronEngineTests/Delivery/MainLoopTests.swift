import HeronEngine
import HeronTesting
import Testing

private let url = "http://a.test/1"

/// A view: of the main actor, with a variable, and not Sendable in any other way.
@MainActor private final class View: @MainActor MediaLoadListener {
  var texts: [String] = []
  var load: MediaLoad?

  func show(_ url: String, by loader: MediaLoader) { load = loader.load(MediaRequest(url), for: self) }

  func mediaLoad(_ load: MediaLoad, didReceive event: MediaLoad.Event) {
    MainActor.preconditionIsolated()
    texts.append(Timeline.text(of: event))
  }
}

@MainActor @Suite struct `A main loop of the embedder's` {
  private let loop = TestLoop()

  private func bench() throws -> TestBench {
    let bench = try TestBench(delivery: .mainLoop(loop.post))
    bench.transport.setFallback { _ in .ok() }
    return bench
  }

  @Test func `a view is called on the main actor, when the loop comes to it`() throws {
    let bench = try bench()
    let view = View()
    view.show(url, by: bench.loader)
    bench.world.run()
    #expect(view.texts == [])
    loop.drain()
    #expect(view.texts == ["started 1", "loaded from network"])
  }

  @Test func `a hit is told before load returns`() throws {
    let bench = try bench()
    let (first, second) = (View(), View())
    first.show(url, by: bench.loader)
    bench.world.run()
    loop.drain()
    second.show(url, by: bench.loader)
    #expect(second.texts == ["loaded from memory"] && loop.count == 0)
  }

  @Test func `what a turn has to tell is one post`() throws {
    let bench = try bench()
    let views = (0..<6).map { _ in View() }
    for (number, view) in views.enumerated() { view.show("http://a.test/\(number)", by: bench.loader) }
    bench.world.run(until: .milliseconds(1))
    #expect(loop.count == 1)
    loop.drain()
    #expect(views.allSatisfy { $0.texts == ["started 1"] })
  }

  @Test func `loads whose waits end at the same tick come back as one batch`() throws {
    let bench = try TestBench(delivery: .mainLoop(loop.post)) { configuration in
      configuration.retry.growth = .fixed
      configuration.retry.jitter = .none
    }
    bench.transport.setFallback { _ in .status(503) }
    let views = (0..<6).map { _ in View() }
    for (number, view) in views.enumerated() { view.show("http://a.test/\(number)", by: bench.loader) }
    bench.world.run(until: .seconds(5))
    loop.drain()
    bench.world.run(until: .milliseconds(10_050))
    #expect(loop.count == 1)
    loop.drain()
    #expect(views.allSatisfy { $0.texts.last == "started 2" })
  }

  @Test func `a view that died hears nothing, and its load ends`() throws {
    let bench = try bench()
    var view: View? = View()
    view?.show(url, by: bench.loader)
    bench.world.run(until: .milliseconds(10))
    weak let seen = view
    view = nil
    #expect(seen == nil, "the loader does not keep it")
    bench.world.run()
    loop.drain()
    bench.world.run()
    #expect(bench.transport.active == 0 && bench.statistics().released == 1)
  }

  @Test func `a view without a handle ends its load by dying`() throws {
    let bench = try bench()
    let body: [UInt8] = [1] + Array(repeating: 7, count: 999)
    bench.transport.set(url, ScriptedReply(body: body, pieceSize: 1, pieceInterval: .milliseconds(20)))
    var view: View? = View()
    if let view { bench.loader.load(MediaRequest(url), for: view, lifetime: .listener) }
    bench.world.run(until: .milliseconds(500))
    loop.drain()
    #expect(view?.texts.isEmpty == false && bench.transport.active == 1)
    view = nil
    bench.world.run(until: .milliseconds(640))
    loop.drain()
    bench.world.run(until: .milliseconds(641))
    #expect(bench.transport.active == 0 && bench.statistics().orphaned == 1)
  }

  @Test func `a view that moves on never sees the old picture`() throws {
    let bench = try bench()
    bench.transport.set("http://a.test/old", .status(404))
    let view = View()
    view.show("http://a.test/old", by: bench.loader)
    bench.world.run()
    view.show(url, by: bench.loader)
    bench.world.run()
    loop.drain()
    #expect(view.texts == ["started 1", "loaded from network"])
  }

  @Test func `cancelled on the loop, what was posted before is not told`() throws {
    let bench = try bench()
    let view = View()
    view.show(url, by: bench.loader)
    bench.world.run()
    view.load?.cancel()
    loop.drain()
    #expect(view.texts == [])
  }
}
