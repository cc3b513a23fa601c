import CCurl
import Glibc
import HeronEngine
import Synchronization

/// What the network thread is told to do.
enum CurlCommand: Sendable {
  case start(CurlTransfer, TransportRequest, any TransportObserver)
  case cancel(CurlTransfer)
  case resume(CurlTransfer)
  case shutDown
}

/// The only way to the network thread: commands from any thread, and the descriptor that wakes it.
final class CurlInbox: Sendable {
  private struct State {
    var commands: [CurlCommand] = []
    var isReaderAsleep = false
  }

  /// Readable when there are commands that a sleeping reader has not seen.
  let wakeDescriptor: Int32
  private let state = Mutex(State())

  init() throws(TransportError) {
    wakeDescriptor = curl_wake_open()
    guard wakeDescriptor >= 0 else {
      throw TransportError(.transportFailed, code: Int(errno), message: "no descriptor to wake the network thread")
    }
  }

  deinit { if wakeDescriptor >= 0 { close(wakeDescriptor) } }

  func post(_ command: CurlCommand) {
    let mustWake = state.withLock { state in
      state.commands.append(command)
      defer { state.isReaderAsleep = false }
      return state.isReaderAsleep
    }
    if mustWake { curl_wake_write(wakeDescriptor) }
  }

  /// Moves all commands into `commands`, which must be empty and gives its storage in return.
  func take(into commands: inout [CurlCommand]) {
    state.withLock { swap(&$0.commands, &commands) }
  }

  /// Whether the reader may sleep: there is nothing to do, and from now on a command wakes it.
  func mayFallAsleep() -> Bool {
    state.withLock { state in
      state.isReaderAsleep = state.commands.isEmpty
      return state.isReaderAsleep
    }
  }

  /// To be called when the reader is awake again, so that posting costs no system call.
  func didAwake(byDescriptor: Bool) {
    state.withLock { $0.isReaderAsleep = false }
    if byDescriptor { curl_wake_read(wakeDescriptor) }
  }
}
