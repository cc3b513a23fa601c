import Dispatch
import Foundation
import Synchronization

/// Foundation's queue of operations, six at a time, doing nothing at all.
enum OperationQueueYardstick {
  private static let count = 100_000

  static func measure() -> [String: Double] {
    run(1000)
    let (wall, processor) = Meters.time(per: count) { run(count) }
    return ["wall": wall, "processor": processor]
  }

  static func measureMemory() -> [String: Double] {
    run(1000)
    let queue = makeQueue()
    queue.isSuspended = true
    let before = Meters.resident
    for _ in 0..<count { queue.addOperation {} }
    let bytes = (Meters.resident - before) / Double(count)
    return ["bytes": bytes]
  }

  private static func run(_ count: Int) {
    let queue = makeQueue()
    let left = Atomic<Int>(count)
    let ended = DispatchSemaphore(value: 0)
    for _ in 0..<count {
      queue.addOperation { if left.subtract(1, ordering: .relaxed).newValue == 0 { ended.signal() } }
    }
    ended.wait()
  }

  private static func makeQueue() -> OperationQueue {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 6
    return queue
  }
}
