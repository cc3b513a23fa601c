import Synchronization

/// Something that happened on a server's thread or the network's, awaited by a test.
final class Signal: Sendable {
  private struct State {
    var missing: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  /// A signal that is given once it was fired `count` times.
  init(count: Int = 1) { state = Mutex(State(missing: count)) }

  func fire() {
    let ready = state.withLock { state in
      state.missing -= 1
      defer { if state.missing == 0 { state.waiting = [] } }
      return state.missing == 0 ? state.waiting : []
    }
    for continuation in ready { continuation.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isGiven = state.withLock { state in
        if state.missing > 0 { state.waiting.append(continuation) }
        return state.missing <= 0
      }
      if isGiven { continuation.resume() }
    }
  }
}
