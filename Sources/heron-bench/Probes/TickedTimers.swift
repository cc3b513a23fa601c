import Dispatch
import HeronEngine
import Synchronization

/// As many timers of the engine's clock, each with a wait of its own within two seconds, rounded up to its tick as the
/// engine rounds: what waiting costs, apart from what the loads then do.
enum TickedTimers {
  static func measure() -> [String: Double] {
    let count = TimerYardstick.count
    let queue = DispatchQueue(label: "heron-bench.ticks")
    let clock = DispatchClock(queue: queue)
    let left = Atomic<Int>(count)
    let ended = DispatchSemaphore(value: 0)
    let processor = Meters.processor
    // The clock's timers belong to its queue, as a loader's do.
    let timers = queue.sync {
      let start = clock.now
      return (0..<count).map { number in
        let timer = clock.makeTimer { if left.subtract(1, ordering: .relaxed).newValue == 0 { ended.signal() } }
        let wait = Int64(number * 7919 % count) * 2_000_000_000 / Int64(count)
        timer.arm(at: Tick.due(after: wait, from: start))
        return timer
      }
    }
    withExtendedLifetime(timers) { ended.wait() }
    return ["processor": (Meters.processor - processor) / 1e6]
  }
}
