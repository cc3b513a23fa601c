import Dispatch
import Glibc
import Synchronization

/// Ctrl-C (SIGINT) and SIGTERM: the first is handled, a second one ends the process at once; but one that comes within
/// half a second is the same: GNU timeout signals a process, and then its group.
final class Interruption {
  private let sources: [any DispatchSourceSignal]

  /// Calls `handle` at the first signal, on a queue of its own, for as long as this lives.
  init(_ handle: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "heron.signals")
    let first = FirstSignal()
    sources = [SIGINT, SIGTERM].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { @Sendable in
        switch first.age(DispatchTime.now()) {
        case nil: handle()
        case let age? where age > FirstSignal.patience: _exit(ExitStatus.interrupted.rawValue)
        default: break
        }
      }
      source.activate()
      return source
    }
  }

  /// Waits for the first signal.
  static func wait() async {
    let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
    let interruption = Interruption { continuation.finish() }
    for await _ in signals {}
    withExtendedLifetime(interruption) {}
  }

  deinit { sources.forEach { $0.cancel() } }
}

private final class FirstSignal: Sendable {
  /// Nanoseconds within which another one is taken for the same.
  static let patience: UInt64 = 500_000_000

  private let moment = Mutex<DispatchTime?>(nil)

  /// How long ago the first was, in nanoseconds; nil where this is it.
  func age(_ now: DispatchTime) -> UInt64? {
    moment.withLock { moment in
      guard let first = moment else {
        moment = now
        return nil
      }
      return now.uptimeNanoseconds - first.uptimeNanoseconds
    }
  }
}
