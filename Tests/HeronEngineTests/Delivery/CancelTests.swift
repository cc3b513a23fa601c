import Dispatch
import HeronTesting
import Synchronization
import Testing

@testable import HeronEngine

private let url = "http://a.test/1"

/// Counts the ends that it hears, on whatever thread.
private final class CountingListener: SendableMediaLoadListener {
  let ends = Atomic<Int>(0)

  func mediaLoad(_ load: MediaLoad, didReceive event: MediaLoad.Event) {
    if case .finished = event { ends.add(1, ordering: .relaxed) }
  }
}

@Suite struct `Cancelling` {
  private func body(_ bench: TestBench) {
    let body: [UInt8] = [1] + Array(repeating: 7, count: 99)
    bench.transport.set(url, ScriptedReply(body: body, pieceSize: 10, pieceInterval: .milliseconds(150)))
  }

  @Test(arguments: ["started", "progressed", "retrying"])
  func `inside of an event it means that nothing is called afterwards`(word: String) throws {
    let bench = try TestBench()
    body(bench)
    if word == "retrying" { bench.transport.set(url, .status(503)) }
    let listener = bench.listener("a") { load, event in
      if Timeline.text(of: event).hasPrefix(word) { load.cancel() }
    }
    let handle = bench.loader.load(MediaRequest(url), for: listener)
    bench.world.run()
    #expect(listener.text.last?.hasPrefix(word) == true && !handle.isLive)
    #expect(bench.statistics().cancelled == 1)
    bench.invariants.checkRest()
  }

  @Test func `on the delivery executor nothing is called afterwards, also where an end is on its way`() throws {
    let bench = try TestBench()
    bench.transport.set(url, .ok())
    let cancelled = Mutex<MediaLoad?>(nil)
    // Both ends are in one batch; the first cancels the second.
    let first = bench.listener("first") { _, event in
      if case .finished = event { cancelled.withLock(\.self)?.cancel() }
    }
    let second = bench.listener("second")
    let handles = [bench.loader.load(MediaRequest(url), for: first), bench.loader.load(MediaRequest(url), for: second)]
    cancelled.withLock { $0 = handles[1] }
    bench.world.run()
    #expect(first.media != nil && second.ends == 0 && second.text == ["started 1"])
    #expect(bench.statistics().delivered == 1 && bench.statistics().cancelled == 1)
    bench.invariants.checkRest()
  }

  @Test func `elsewhere no event begins afterwards`() throws {
    let loop = TestLoop()
    let bench = try TestBench(delivery: .posting(isCurrent: { false }, loop.post))
    bench.transport.set(url, .ok())
    let caller = bench.load(url)
    bench.world.run()
    #expect(loop.count > 0)
    caller.handle.cancel()
    loop.drain()
    #expect(caller.listener.events.isEmpty)
    bench.invariants.checkRest()
  }

  @Test func `twice, or after the end, it changes nothing`() throws {
    let bench = try TestBench()
    bench.transport.set(url, .ok())
    let caller = bench.load(url)
    bench.world.run()
    caller.handle.cancel()
    let other = bench.load("http://a.test/2")
    other.handle.cancel()
    other.handle.cancel()
    bench.world.run()
    #expect(bench.statistics().cancelled == 1 && caller.listener.ends == 1)
    bench.invariants.checkRest()
  }

  @Test func `in every stage it leaves nothing behind`() throws {
    for milliseconds in stride(from: 0, through: 3000, by: 37) {
      let bench = try TestBench { $0.maxActive = 1 }
      bench.world.setWorkTime(.milliseconds(200))
      bench.transport.set(url, .status(503, latency: .milliseconds(300)), .ok([3]), .ok())
      let callers = [bench.load(url) { $0.delay = .milliseconds(100) }, bench.load("http://a.test/2", .near)]
      bench.world.run(until: .milliseconds(milliseconds))
      callers.forEach { $0.handle.cancel() }
      bench.world.run()
      bench.invariants.checkRest()
    }
  }

  @Test func `letting the handle go is cancelling it`() throws {
    let bench = try TestBench()
    bench.transport.set(url, .ok(latency: .seconds(1)))
    let listener = bench.load(url).listener
    bench.world.run()
    #expect(listener.ends == 0 && bench.statistics().released == 1)
    bench.invariants.checkRest()
  }

  @Test func `between it and the end exactly one wins, whichever thread is faster`() throws {
    let bench = try TestBench()
    let listener = CountingListener()
    let rounds = 20_000
    let handles = (0..<rounds).map { _ in
      MediaLoad(
        MediaRequest(url), recipient: .listener(Recipient.WeakListener(object: listener)), loader: bench.loader)
    }
    let arrived = Atomic<Int>(0)
    let delivered = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 2) { side in
      // Both begin together, and then keep each other company.
      arrived.add(1, ordering: .acquiringAndReleasing)
      while arrived.load(ordering: .acquiring) < 2 {}
      for handle in handles {
        if side == 0 {
          handle.cancel()
        } else if handle.deliver(.finished(.failure(MediaLoadError(.internal, "")))) {
          delivered.add(1, ordering: .relaxed)
        }
      }
    }
    let ends = listener.ends.load(ordering: .relaxed)
    #expect(ends == delivered.load(ordering: .relaxed))
    #expect(bench.loader.counters.cancelled.value + ends == rounds)
    #expect(bench.loader.counters.failed.value == ends)
    #expect(handles.count { $0.current.status == .finished } == ends)
  }

  @Test func `the last event that begins is before the cancel that it races with`() throws {
    let bench = try TestBench()
    let listener = CountingListener()
    let handles = (0..<5000).map { _ in
      MediaLoad(
        MediaRequest(url), recipient: .listener(Recipient.WeakListener(object: listener)), loader: bench.loader)
    }
    let late = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 2) { side in
      for handle in handles {
        if side == 0 {
          handle.cancel()
        } else {
          let wasOver = !handle.isLive
          if handle.deliver(.waiting), wasOver { late.add(1, ordering: .relaxed) }
        }
      }
    }
    #expect(late.load(ordering: .relaxed) == 0)
    #expect(handles.allSatisfy { !$0.isLive })
  }
}
