import HeronEngine
import Synchronization

/// The caller's hold on one transfer. It keeps neither request nor observer alive.
final class CurlTransfer: TransportTransfer {
  private enum Stage: UInt8, AtomicRepresentable {
    case running, cancelled, finished
  }

  private let inbox: CurlInbox
  private let stage = Atomic(Stage.running)

  init(inbox: CurlInbox) { self.inbox = inbox }

  /// Whether its callbacks must end at once, even before the network thread reads the command.
  var isCancelled: Bool { stage.load(ordering: .relaxed) == .cancelled }

  func cancel() {
    let swap = stage.compareExchange(expected: .running, desired: .cancelled, ordering: .relaxed)
    if swap.exchanged { inbox.post(.cancel(self)) }
  }

  /// Lets a transfer that rests go on.
  func resume() { inbox.post(.resume(self)) }

  /// Marks the end, so that a later `cancel()` wakes nobody.
  func didFinish() { stage.store(.finished, ordering: .relaxed) }
}
