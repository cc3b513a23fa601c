import HeronEngine
import Synchronization

/// Writes down what a transfer tells, and may refuse to hear more.
final class TransferRecorder: TransportObserver {
  /// What was heard.
  struct Record: Sendable {
    var heads: [ResponseHead] = []
    var body: [UInt8] = []
    var results: [Result<TransportMetrics, TransportError>] = []
    var isInOrder = true
  }

  private struct State {
    var record = Record()
    var waiting: [(isMet: @Sendable (Record) -> Bool, go: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())
  private let takesHead: Bool
  private let mostBody: Int

  /// A recorder that takes everything, unless told to refuse the head, or the body once it is longer than `mostBody`.
  init(takesHead: Bool = true, mostBody: Int = .max) {
    self.takesHead = takesHead
    self.mostBody = mostBody
  }

  var record: Record { state.withLock { $0.record } }

  func didReceive(_ head: ResponseHead) -> Bool {
    change { record in
      record.isInOrder = record.isInOrder && record.heads.isEmpty && record.results.isEmpty
      record.heads.append(head)
      return takesHead
    }
  }

  func didReceive(_ body: UnsafeRawBufferPointer) -> Bool {
    change { record in
      record.isInOrder = record.isInOrder && record.heads.count == 1 && record.results.isEmpty
      record.body += body
      return record.body.count <= mostBody
    }
  }

  func didFinish(_ result: Result<TransportMetrics, TransportError>) {
    change { $0.results.append(result) }
  }

  /// Waits for the end.
  func finished() async -> Record {
    await wait { !$0.results.isEmpty }
    return record
  }

  /// Waits until what was heard meets the condition.
  func wait(until isMet: @escaping @Sendable (Record) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isMetNow = state.withLock { state in
        if !isMet(state.record) { state.waiting.append((isMet, continuation)) }
        return isMet(state.record)
      }
      if isMetNow { continuation.resume() }
    }
  }

  private func change<Answer: Sendable>(_ body: (inout Record) -> Answer) -> Answer {
    let (answer, ready) = state.withLock { state in
      let answer = body(&state.record)
      let ready = state.waiting.filter { $0.isMet(state.record) }.map(\.go)
      state.waiting.removeAll { $0.isMet(state.record) }
      return (answer, ready)
    }
    for continuation in ready { continuation.resume() }
    return answer
  }
}

extension TransferRecorder.Record {
  var head: ResponseHead? { heads.first }
  var text: String { String(decoding: body, as: UTF8.self) }

  var metrics: TransportMetrics? {
    if case .success(let metrics)? = results.first { metrics } else { nil }
  }

  var error: TransportError? {
    if case .failure(let error)? = results.first { error } else { nil }
  }
}

extension Transport {
  /// Starts a transfer and waits for its end.
  func fetch(
    _ request: TransportRequest, _ recorder: TransferRecorder = TransferRecorder()
  ) async -> TransferRecorder.Record {
    _ = start(request, observer: recorder)
    return await recorder.finished()
  }
}
