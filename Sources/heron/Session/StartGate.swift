import Heron
import Synchronization

/// Whether a session's loader may start more: not while results wait to be reported, and never again once it is closed.
final class StartGate: Sendable {
  private let loader: MediaLoader
  private let isClosed = Mutex(false)

  init(_ loader: MediaLoader) { self.loader = loader }

  func set(open: Bool) {
    isClosed.withLock { isClosed in
      guard open else { return loader.pause() }
      if !isClosed { loader.resume() }
    }
  }

  /// Nothing starts from here on: what is cancelled makes room, and nothing may start in it.
  func close() {
    isClosed.withLock { isClosed in
      isClosed = true
      loader.pause()
    }
  }
}
