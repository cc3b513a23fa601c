import Dispatch
import Synchronization

/// As many timers of Dispatch on one queue, each fired at its own moment within two seconds.
enum TimerYardstick {
  static let count = 10_000

  static func measure() -> [String: Double] {
    let queue = DispatchQueue(label: "heron-bench.timers")
    let left = Atomic<Int>(count)
    let ended = DispatchSemaphore(value: 0)
    let processor = Meters.processor
    let start = DispatchTime.now()
    let timers = (0..<count).map { number in
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.setEventHandler { if left.subtract(1, ordering: .relaxed).newValue == 0 { ended.signal() } }
      // A prime stride: neighbours in age are not neighbours in time.
      let share = Double(number * 7919 % count) / Double(count)
      timer.schedule(deadline: start + share * 2, leeway: .nanoseconds(0))
      timer.activate()
      return timer
    }
    ended.wait()
    for timer in timers { timer.cancel() }
    return ["processor": (Meters.processor - processor) / 1e6]
  }
}
