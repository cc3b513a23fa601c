import Dispatch
import HeronEngine
import HeronTesting
import Synchronization
import Testing

private let url = "http://a.test/1"

@Suite struct `Hits in memory` {
  private func bench() throws -> TestBench {
    let bench = try TestBench()
    bench.transport.set(url, .ok())
    let first = bench.load(url)
    bench.world.run()
    #expect(first.listener.media?.source == .network)
    return bench
  }

  @Test func `a hit on the delivery executor is told before load returns, with the same handle`() throws {
    let bench = try bench()
    let heard = Mutex<MediaLoad?>(nil)
    let listener = bench.listener("hit") { load, _ in heard.withLock { $0 = load } }
    bench.world.submit {
      let handle = bench.loader.load(MediaRequest(url), for: listener)
      #expect(listener.media?.source == .memory && listener.text == ["loaded from memory"])
      #expect(heard.withLock(\.self) === handle && !handle.isLive)
    }
    bench.world.run()
    #expect(listener.ends == 1 && bench.transport.requestCount(url) == 1)
    #expect(bench.statistics().memoryHits == 1)
  }

  @Test func `elsewhere it is posted`() throws {
    let bench = try bench()
    let caller = bench.load(url)
    #expect(caller.listener.events.isEmpty)
    bench.world.run()
    #expect(caller.listener.media?.source == .memory && bench.transport.requestCount(url) == 1)
  }

  @Test func `a posted hit is not told to one who has cancelled or let go`() throws {
    let bench = try bench()
    let cancelled = bench.load(url)
    cancelled.handle.cancel()
    let released = bench.load(url).listener
    bench.world.run()
    #expect(cancelled.listener.events.isEmpty && released.events.isEmpty)
    bench.invariants.checkRest()
  }

  @Test func `cached media can be read from any thread`() throws {
    let bench = try bench()
    let found = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<1000 where bench.loader.cachedMedia(for: MediaRequest(url)) != nil {
        found.add(1, ordering: .relaxed)
      }
    }
    #expect(found.load(ordering: .relaxed) == 4000)
    #expect(bench.loader.cachedMedia(for: MediaRequest("http://a.test/2")) == nil)
  }

  @Test func `a reload passes the cache by and replaces what is there`() throws {
    let bench = try bench()
    let old = bench.loader.cachedMedia(for: MediaRequest(url))
    let caller = bench.load(url) { $0.cachePolicy = .reload }
    bench.world.run()
    #expect(caller.listener.media?.source == .network && bench.transport.requestCount(url) == 2)
    let new = bench.loader.cachedMedia(for: MediaRequest(url))
    #expect(new != nil && new !== old)
  }

  @Test func `one who ignores the cache neither reads nor writes it`() throws {
    let bench = try TestBench()
    bench.transport.set(url, .ok())
    for count in 1...2 {
      let caller = bench.load(url) { $0.cachePolicy = .ignoreCache }
      bench.world.run()
      #expect(caller.listener.media != nil && bench.transport.requestCount(url) == count)
    }
    #expect(bench.loader.cachedMedia(for: MediaRequest(url)) == nil)
  }

  @Test func `an emptied cache has no hits`() throws {
    let bench = try bench()
    bench.loader.removeCachedMedia()
    let caller = bench.load(url)
    bench.world.run()
    #expect(caller.listener.media?.source == .network && bench.transport.requestCount(url) == 2)
  }

  @Test func `a prefetch without a listener fills the cache`() throws {
    let bench = try TestBench()
    bench.transport.set(url, .ok())
    let handle = bench.loader.prefetch(MediaRequest(url, priority: .prefetch))
    bench.world.run()
    #expect(!handle.isLive && bench.statistics().delivered == 1)
    let caller = bench.load(url)
    bench.world.run()
    #expect(caller.listener.media?.source == .memory && bench.transport.requestCount(url) == 1)
  }

  @Test func `a prefetch that is let go is cancelled`() throws {
    let bench = try TestBench()
    bench.transport.set(url, .ok(latency: .seconds(1)))
    _ = bench.loader.prefetch(MediaRequest(url))
    bench.world.run()
    #expect(bench.loader.cachedMedia(for: MediaRequest(url)) == nil)
    bench.invariants.checkRest()
  }

  @Test func `raw media is the body, and is kept apart from the picture`() throws {
    let bench = try TestBench()
    bench.transport.set(url, ScriptedReply(headers: ["Content-Type": "x/y"], body: [1, 2, 3]))
    let data = bench.load(url) { $0.kind = .data }
    bench.world.run()
    let picture = bench.load(url)
    bench.world.run()
    #expect(data.listener.media?.body == [1, 2, 3] && data.listener.media?.image == nil)
    #expect(data.listener.media?.response.headers["content-type"] == "x/y")
    #expect(picture.listener.media?.body == nil && picture.listener.media?.image?.width == 1)
    #expect(bench.transport.requestCount(url) == 2)
  }

  @Test func `a picture's bytes are handed over where they are asked for`() throws {
    let bench = try TestBench()
    bench.transport.set(url, .ok([1, 2, 3]))
    let caller = bench.load(url) { $0.keepsBody = true }
    bench.world.run()
    #expect(caller.listener.media?.body == [1, 2, 3] && caller.listener.media?.image != nil)
  }
}
