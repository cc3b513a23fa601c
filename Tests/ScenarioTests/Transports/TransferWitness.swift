import HeronEngine
import Synchronization

/// Writes down what a transfer tells, and may refuse to hear more.
final class TransferWitness: TransportObserver {
  /// What was told.
  struct Account: Sendable {
    var heads: [ResponseHead] = []
    var body: [UInt8] = []
    var results: [Result<TransportMetrics, TransportError>] = []
    /// Whether there was one head, then the body, then one end, and nothing after it.
    var isInOrder = true

    var text: String { String(decoding: body, as: UTF8.self) }

    var failure: TransportError.Failure? {
      if case .failure(let error)? = results.first { error.failure } else { nil }
    }

    /// Bytes of body by the transport's own count.
    var bytesReceived: Int64? {
      switch results.first {
      case .success(let metrics): metrics.bytesReceived
      case .failure(let error): error.bytesReceived
      case nil: nil
      }
    }
  }

  private struct State {
    var account = Account()
    var isEnough: @Sendable (Account) -> Bool = { _ in false }
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  private let takesHead: Bool
  private let takesBody: Bool

  init(takesHead: Bool = true, takesBody: Bool = true) {
    self.takesHead = takesHead
    self.takesBody = takesBody
  }

  var account: Account { state.withLock(\.account) }

  func didReceive(_ head: ResponseHead) -> Bool {
    note { account in
      account.isInOrder = account.isInOrder && account.heads.isEmpty && account.results.isEmpty
      account.heads.append(head)
    }
    return takesHead
  }

  func didReceive(_ body: UnsafeRawBufferPointer) -> Bool {
    note { account in
      account.isInOrder = account.isInOrder && takesHead && account.heads.count == 1 && account.results.isEmpty
      account.body += body
    }
    return takesBody
  }

  func didFinish(_ result: Result<TransportMetrics, TransportError>) {
    note { account in
      account.isInOrder = account.isInOrder && account.results.isEmpty
      account.results.append(result)
    }
  }

  /// Waits until enough was told.
  func wait(until isEnough: @escaping @Sendable (Account) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isMet = state.withLock { state in
        if isEnough(state.account) { return true }
        state.isEnough = isEnough
        state.waiting = continuation
        return false
      }
      if isMet { continuation.resume() }
    }
  }

  private func note(_ change: (inout Account) -> Void) {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      change(&state.account)
      guard state.isEnough(state.account) else { return nil }
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }
}
