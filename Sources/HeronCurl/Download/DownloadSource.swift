import HeronEngine
import Synchronization

/// Where a download's bytes come in on the network thread and go out to whoever awaits them.
final class DownloadSource: RestingObserver {
  fileprivate struct State {
    var transfer: CurlTransfer?
    var head: ResponseHead?
    var buffer: [UInt8] = []
    var received: Int64 = 0
    var isResting = false
    var end: Result<TransportMetrics, TransportError>?
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let bufferBytes: Int
  private let state = Mutex(State())

  init(bufferBytes: Int) { self.bufferBytes = max(1, bufferBytes) }

  var received: Int64 { state.withLock(\.received) }

  var metrics: TransportMetrics? {
    state.withLock { state in
      switch state.end {
      case .success(let metrics): metrics
      case .failure(let error): error.metrics
      case nil: nil
      }
    }
  }

  /// Keeps the transfer that this observes, to cancel and to resume it.
  func hold(_ transfer: CurlTransfer) { state.withLock { $0.transfer = transfer } }

  func cancel() { state.withLock(\.transfer)?.cancel() }

  /// The head, when it is there.
  func head() async throws(TransportError) -> ResponseHead {
    while true {
      let (head, end) = state.withLock { ($0.head, $0.end) }
      if let head { return head }
      if case .failure(let error) = end { throw error }
      await change { $0.head != nil || $0.end != nil }
    }
  }

  /// The next chunk; nil at the end.
  func next() async throws(TransportError) -> [UInt8]? {
    while true {
      let (chunk, end, rested) = state.withLock { $0.take() }
      rested?.resume()
      if let chunk { return chunk }
      switch end {
      case .success: return nil
      case .failure(let error): throw error
      case nil: await change { !$0.buffer.isEmpty || $0.end != nil }
      }
    }
  }

  /// Waits until something is there to be taken; a cancelled task ends the transfer, which is something, too.
  private func change(_ isThere: @escaping @Sendable (borrowing State) -> Bool) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if isThere(state) { return true }
          state.waiting = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      cancel()
    }
  }

  private func changed(_ change: (inout State) -> Void) {
    let waiting = state.withLock { state in
      change(&state)
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }
}

extension DownloadSource {
  /// Whether the transfer is to rest before it brings more.
  var isFull: Bool {
    state.withLock { state in
      state.isResting = state.buffer.count >= bufferBytes
      return state.isResting
    }
  }

  func didReceive(_ head: ResponseHead) -> Bool {
    changed { $0.head = head }
    return true
  }

  func didReceive(_ body: UnsafeRawBufferPointer) -> Bool {
    let count = body.count
    changed { state in
      state.buffer.append(contentsOf: body)
      state.received += Int64(count)
    }
    return true
  }

  func didFinish(_ result: Result<TransportMetrics, TransportError>) { changed { $0.end = result } }
}

extension DownloadSource.State {
  /// All that has come; how it ended, where there is nothing left; and the transfer, where it rests and is to go on.
  fileprivate mutating func take() -> ([UInt8]?, Result<TransportMetrics, TransportError>?, CurlTransfer?) {
    guard !buffer.isEmpty else { return (nil, end, nil) }
    var chunk: [UInt8] = []
    swap(&chunk, &buffer)
    defer { isResting = false }
    return (chunk, nil, isResting ? transfer : nil)
  }
}
