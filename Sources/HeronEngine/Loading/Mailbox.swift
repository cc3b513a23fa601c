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

  /// Whether there are messages that nobody has been woken for; the caller must see to them.
  func claim() -> Bool {
    state.withLock { state in
      guard !state.isTurnDue, !state.messages.isEmpty else { return false }
      state.isTurnDue = true
      return true
    }
  }

  /// What a look into the mailbox came to.
  enum Taking {
    /// There was nothing: the next post wakes.
    case nothing
    case taken
    /// They are left for another turn, which the caller must see to.
    case tooMany
  }

  /// Takes all messages, if there are no more than `most`, leaving the emptied `spare` in their place.
  func take(into spare: inout [Message], most: Int = .max) -> Taking {
    state.withLock { state in
      guard !state.messages.isEmpty else {
        state.isTurnDue = false
        return .nothing
      }
      guard state.messages.count <= most else { return .tooMany }
      swap(&state.messages, &spare)
      return .taken
    }
  }
}
