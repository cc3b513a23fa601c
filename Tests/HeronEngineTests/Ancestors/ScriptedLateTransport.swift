import HeronEngine
import Synchronization

/// A transport that is deaf to `cancel()`: what it was given it goes on with, as a thread that reads and never looks.
final class ScriptedLateTransport: Transport {
  private final class DeafTransfer: TransportTransfer {
    let isCancelled = Atomic<Bool>(false)

    func cancel() { isCancelled.store(true, ordering: .relaxed) }
  }

  private let transfers = Mutex<[(observer: any TransportObserver, transfer: DeafTransfer)]>([])

  var count: Int { transfers.withLock(\.count) }

  func start(_ request: TransportRequest, observer: any TransportObserver) -> any TransportTransfer {
    let transfer = DeafTransfer()
    transfers.withLock { $0.append((observer, transfer)) }
    return transfer
  }

  func isCancelled(_ index: Int) -> Bool {
    transfers.withLock { $0[index].transfer.isCancelled.load(ordering: .relaxed) }
  }

  /// Brings a head; false where the observer wants no more.
  func sendHead(_ index: Int, length: Int) -> Bool {
    let observer = transfers.withLock { $0[index].observer }
    return observer.didReceive(ResponseHead(status: 200, headers: ["Content-Length": "\(length)"]))
  }

  /// Brings bytes of body; false where the observer wants no more.
  func send(_ index: Int, _ bytes: [UInt8]) -> Bool {
    let observer = transfers.withLock { $0[index].observer }
    return bytes.withUnsafeBytes { observer.didReceive($0) }
  }

  func finish(_ index: Int) {
    let observer = transfers.withLock { $0[index].observer }
    observer.didFinish(.success(TransportMetrics()))
  }
}
