import DequeModule
import Dispatch
import Synchronization

/// Where work that takes processor time runs: decoding, resizing. Never on a caller's thread or the loader's.
public protocol WorkPool: Sendable {
  /// Runs `work` when one of the pool's lanes is free, in the order of submission.
  func submit(_ work: @escaping @Sendable () -> Void)
}

/// A fixed number of lanes, each a serial Dispatch queue, so that decoding never takes more cores than it was given.
public final class DispatchWorkPool: WorkPool {
  private struct State {
    var waiting: Deque<@Sendable () -> Void> = []
    var idle: [Int]
  }

  private let lanes: [DispatchQueue]
  private let state: Mutex<State>

  /// A pool of `width` lanes (at least one).
  public init(width: Int, label: String = "heron.work") {
    let width = max(1, width)
    lanes = (0..<width).map { DispatchQueue(label: "\(label).\($0)") }
    state = Mutex(State(idle: Array((0..<width).reversed())))
  }

  /// Runs `work` on the first lane that is free.
  public func submit(_ work: @escaping @Sendable () -> Void) {
    let lane = state.withLock { state -> Int? in
      state.waiting.append(work)
      return state.idle.popLast()
    }
    if let lane { lanes[lane].async { self.drain(lane) } }
  }

  private func drain(_ lane: Int) {
    while let work = next(orIdle: lane) { work() }
  }

  private func next(orIdle lane: Int) -> (@Sendable () -> Void)? {
    state.withLock { state in
      if let work = state.waiting.popFirst() { return work }
      state.idle.append(lane)
      return nil
    }
  }
}
