import Synchronization

/// Messages to a loader from any thread, taken in batches: the loader is woken once for all that gathers before it
/// comes to look, since a hop costs more than the handling.
final class Mailbox: Sendable {
  enum Message: Sendable {
    case submitted(MediaLoad)
    case interestEnded(LoadID, RequestPriority)
    case priorityChanged(LoadID, from: RequestPriority, to: RequestPriority)
    case answered(Transfer)
    case progressed(Transfer)
    case fetched(Transfer)
    case decoded(DecodeJob)
    // Behind a reference, which makes all the others a third smaller.
    indirect case perform(@Sendable (isolated MediaLoader) -> Void)
  }

  private struct State {
    var messages: [Message] = []
    var isTurnDue = false
  }

  private let state = Mutex(State())

  /// Adds a message. True where nobody has been woken for those before it, so that the caller must.
  func post(_ message: Message) -> Bool {
    state.withLock { state in
      state.messages.append(message)
      defer { state.isTurnDue = true }
      return !state.isTurnDue
    }
  }

  /// Adds a message without waking anybody: ``claim()`` follows.
  func gather(_ message: Message) { state.withLock { $0.messages.append(message) } }

  /// How many messages nobody has been woken for; the caller must see to them where there are any.
  func claim() -> Int {
    state.withLock { state in
      if state.isTurnDue { return 0 }
      state.isTurnDue = !state.messages.isEmpty
      return state.messages.count
    }
  }

  /// Takes all messages, leaving the emptied `spare` in their place. False where there are none: the next post wakes.
  func take(into spare: inout [Message]) -> Bool {
    state.withLock { state in
      guard !state.messages.isEmpty else {
        state.isTurnDue = false
        return false
      }
      swap(&state.messages, &spare)
      return true
    }
  }
}
