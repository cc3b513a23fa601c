import Synchronization

/// A main loop of a toolkit, in small: what is posted runs when somebody drains it, on the thread that does.
final class TestLoop: Sendable {
  private let posted = Mutex<[@Sendable () -> Void]>([])

  var count: Int { posted.withLock(\.count) }

  var post: @Sendable (@escaping @Sendable () -> Void) -> Void {
    { work in self.posted.withLock { $0.append(work) } }
  }

  func drain() {
    while true {
      let batch = posted.withLock { posted in
        defer { posted = [] }
        return posted
      }
      if batch.isEmpty { return }
      for work in batch { work() }
    }
  }
}
