import Dispatch
import Glibc

/// Ctrl-C (SIGINT) and SIGTERM end a soak early, with the report so far; a second one ends the process.
final class SoakInterruption {
  private let sources: [any DispatchSourceSignal]

  /// Calls `handle` at each signal, on a queue of its own, for as long as this lives.
  init(_ handle: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "heron-bench.signals")
    sources = [SIGINT, SIGTERM].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { @Sendable in
        handle()
        // The next one is the system's.
        signal(number, SIG_DFL)
      }
      source.activate()
      return source
    }
  }

  deinit { sources.forEach { $0.cancel() } }
}
