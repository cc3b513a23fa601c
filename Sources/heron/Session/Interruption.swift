import Dispatch
import Glibc
import Synchronization

/// Ctrl-C (SIGINT) and SIGTERM: the first is handled, a second one ends the process at once.
final class Interruption {
  private let sources: [any DispatchSourceSignal]

  /// Calls `handle` at the first signal, on a queue of its own, for as long as this lives.
  init(_ handle: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "heron.signals")
    let seen = SignalCount()
    sources = [SIGINT, SIGTERM].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { @Sendable in
        if seen.isFirst() { handle() } else { _exit(ExitStatus.interrupted.rawValue) }
      }
      source.activate()
      return source
    }
  }

  deinit { sources.forEach { $0.cancel() } }
}

private final class SignalCount: Sendable {
  private let count = Atomic<Int>(0)
  func isFirst() -> Bool { count.add(1, ordering: .relaxed).oldValue == 0 }
}
