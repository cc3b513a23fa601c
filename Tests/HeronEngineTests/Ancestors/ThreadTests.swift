import Dispatch
import HeronEngine
import HeronTesting
import Synchronization
import Testing

/// Lists, limits and counters that every thread wrote to.
@Suite struct `The ancestors' threads` {
  private static let threads = 8
  private static let each = 50

  // D0.11, D1.8, D2.3: arrays, limit, counter and cache were changed from any thread without a lock.
  @Test func `what many threads ask, cancel and change at a time is counted to the last one`() throws {
    let bench = try TestBench()
    bench.transport.setFallback { _ in .ok() }
    let all = Mutex<[Asked]>([])
    DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
      for number in 0..<Self.each {
        let asked = bench.ask("http://origin\(thread).test/\(number % 40).png")
        if number % 5 == 0 { asked.load.cancel() }
        asked.load.priority = .near
        try? bench.loader.update { $0.maxActive = 1 + (thread + number) % 16 }
        all.withLock { $0.append(asked) }
      }
    }
    bench.world.run()
    let cancelled = Self.threads * Self.each / 5
    let statistics = bench.statistics()
    #expect(statistics.submitted == Self.threads * Self.each && statistics.live == 0)
    #expect(statistics.cancelled == cancelled && statistics.delivered == Self.threads * Self.each - cancelled)
    #expect(all.withLock { $0.count { $0.media != nil } } == statistics.delivered)
    bench.invariants.checkRest()
  }
}
