import HeronCurl
import HeronEngine
import Synchronization

/// Cancels its transfer at the head and, told of the end, starts the next: all from inside the transport's calls.
final class ChainedObserver: TransportObserver {
  private struct State {
    var transfer: (any TransportTransfer)?
    var finished = 0
  }

  let end = Signal()
  private let transport: CurlTransport
  private let url: String
  private let count: Int
  private let state = Mutex(State())

  init(transport: CurlTransport, url: String, count: Int) {
    self.transport = transport
    self.url = url
    self.count = count
  }

  var finished: Int { state.withLock { $0.finished } }

  func startNext() {
    state.withLock { $0.transfer = transport.start(TransportRequest(url: url), observer: self) }
  }

  func didReceive(_ head: ResponseHead) -> Bool {
    state.withLock { $0.transfer }?.cancel()
    return true
  }

  func didReceive(_ body: UnsafeRawBufferPointer) -> Bool { true }

  func didFinish(_ result: Result<TransportMetrics, TransportError>) {
    let finished = state.withLock { state in
      state.finished += 1
      return state.finished
    }
    if finished < count { startNext() } else { end.fire() }
  }
}

/// The only owner of its transport, which it lets go of when told of the end.
final class OwningObserver: TransportObserver {
  let end = Signal()
  private let transport: Mutex<CurlTransport?>

  init(_ transport: CurlTransport) { self.transport = Mutex(transport) }

  func start(_ url: String) {
    transport.withLock { _ = $0?.start(TransportRequest(url: url), observer: self) }
  }

  func didReceive(_ head: ResponseHead) -> Bool { true }

  func didReceive(_ body: UnsafeRawBufferPointer) -> Bool { true }

  func didFinish(_ result: Result<TransportMetrics, TransportError>) {
    transport.withLock { $0 = nil }
    end.fire()
  }
}
