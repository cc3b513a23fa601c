import CCurl
import Glibc
import HeronEngine

/// Starts threads that may wait in a system call for ever; Dispatch's may not.
enum NetworkThread {
  private final class Body {
    let name: String
    let run: @Sendable () -> Void

    init(name: String, run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }
  }

  /// Runs `body` on a detached thread of that name (15 bytes of it are kept).
  static func start(name: String, _ body: @escaping @Sendable () -> Void) throws(TransportError) {
    let context = Unmanaged.passRetained(Body(name: name, run: body))
    var signals = blockSignals()
    defer { pthread_sigmask(SIG_SETMASK, &signals, nil) }
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
        curl_thread_name(body.name)
        body.run()
        return nil
      }, context.toOpaque())
    guard status == 0 else {
      context.release()
      throw TransportError(.transportFailed, code: Int(status), message: "no thread for the network")
    }
    pthread_detach(thread)
  }

  // A new thread inherits the mask: signals meant for the application, and the SIGPIPE of a TLS write, must not
  // interrupt or end it. Those of a crash stay, for the sake of the backtrace.
  private static func blockSignals() -> sigset_t {
    var blocked = sigset_t()
    var previous = sigset_t()
    sigfillset(&blocked)
    for signal in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { sigdelset(&blocked, signal) }
    pthread_sigmask(SIG_SETMASK, &blocked, &previous)
    return previous
  }
}
