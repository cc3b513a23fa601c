import HeronEngine
import Synchronization

/// An event loop that turns when the test says so: what was posted waits until then.
final class ScriptedMainLoop: Sendable {
  private let posted = Mutex<[@Sendable () -> Void]>([])

  var delivery: Delivery {
    .posting(isCurrent: { false }) { work in self.posted.withLock { $0.append(work) } }
  }

  func turn() {
    let work = posted.withLock { posted in
      defer { posted = [] }
      return posted
    }
    for work in work { work() }
  }
}
