import Dispatch
import HeronEngine
import Synchronization

/// Counts the loads that ended and wakes who waits for the last of them.
final class CountingListener: SendableMediaLoadListener {
  private let left: Atomic<Int>
  private let failed = Atomic<Int>(0)
  private let ended = DispatchSemaphore(value: 0)

  /// How many of them failed.
  var failures: Int { failed.load(ordering: .relaxed) }

  init(expecting count: Int) { left = Atomic(count) }

  func mediaLoad(_ load: MediaLoad, didReceive event: MediaLoad.Event) {
    guard case .finished(let result) = event else { return }
    if case .failure = result { failed.add(1, ordering: .relaxed) }
    if left.subtract(1, ordering: .relaxed).newValue == 0 { ended.signal() }
  }

  func wait() { ended.wait() }
}

/// A listener that does nothing.
final class SilentListener: SendableMediaLoadListener {
  func mediaLoad(_ load: MediaLoad, didReceive event: MediaLoad.Event) {}
}
