/// An event on its way to a listener. Holds the handle weakly: a handle that is released meanwhile hears nothing.
struct Outgoing: Sendable {
  private weak let handle: MediaLoad?
  private let kept: MediaLoad?
  /// The event; nil only asks whether the listener lives.
  private let event: MediaLoad.Event?

  init(_ handle: MediaLoad, isKept: Bool, event: MediaLoad.Event?) {
    self.handle = handle
    kept = isKept ? handle : nil
    self.event = event
  }

  /// Delivers where it lies: mutating, because a copy costs a weak reference made and destroyed.
  mutating func deliverInPlace() { deliver() }

  func deliver() {
    guard let handle = kept ?? handle else { return }
    if let event { _ = handle.deliver(event) } else { handle.probe() }
  }
}

extension MediaLoader {
  private static let maxOutgoing = 256

  nonisolated var isDeliveryCurrent: Bool {
    switch environment.delivery.place {
    case .loader: environment.executor.isIsolatingCurrentContext() ?? false
    case .elsewhere(_, let isCurrent, _): isCurrent()
    }
  }

  nonisolated func postDelivery(_ work: @escaping @Sendable () -> Void) {
    switch environment.delivery.place {
    case .loader: environment.executor.submit(work)
    case .elsewhere(let post, _, _): post(work)
    }
  }

  func emit(_ event: MediaLoad.Event, _ load: Load) {
    load.interests.forEach { handle, isKept in send(event, to: handle, isKept: isKept) }
    if outbox.count >= Self.maxOutgoing { flush() }
  }

  /// Puts an event on its way. Whoever awaits has no thread of its own to be told on, so that nothing is posted.
  func send(_ event: MediaLoad.Event, to handle: MediaLoad, isKept: Bool) {
    if handle.recipient.isPosted {
      outbox.append(Outgoing(handle, isKept: isKept, event: event))
    } else {
      _ = handle.deliver(event)
    }
  }

  /// Asks the listeners that no handle speaks for whether they still live.
  func probe(_ load: Load) {
    load.interests.forEach { handle, isKept in
      if isKept { outbox.append(Outgoing(handle, isKept: true, event: nil)) }
    }
  }

  func flush() {
    guard !outbox.isEmpty else { return }
    switch environment.delivery.place {
    case .loader:
      var batch: [Outgoing] = []
      swap(&batch, &outbox)
      for index in batch.indices { batch[index].deliverInPlace() }
      batch.removeAll(keepingCapacity: true)
      // A listener that was called may have made others of this loader's events due, but none is in the outbox: all
      // it can do from outside is post.
      swap(&batch, &outbox)
    case .elsewhere(let post, _, _):
      let batch = outbox
      outbox.removeAll(keepingCapacity: true)
      post { for index in batch.indices { batch[index].deliver() } }
    }
  }

  nonisolated func interestEnded(in load: LoadID?, priority: RequestPriority, as status: MediaLoad.Status) {
    switch status {
    case .cancelled: counters.cancelled.count()
    case .released: counters.released.count()
    case .orphaned: counters.orphaned.count()
    case .live, .delivering, .finished: preconditionFailure("an interest does not end as \(status)")
    }
    if let load { post(.interestEnded(load, priority)) }
  }

  nonisolated func requestEnded(_ event: MediaLoad.Event, isTaken: Bool) {
    switch event {
    case .finished where !isTaken: counters.orphaned.count()
    case .finished(.success): counters.delivered.count()
    case .finished(.failure): counters.failed.count()
    case .waiting, .started, .progressed, .retrying: break
    }
  }

  nonisolated func priorityChanged(in load: LoadID, from old: RequestPriority, to new: RequestPriority) {
    post(.priorityChanged(load, from: old, to: new))
  }
}

extension MediaLoad {
  /// Looks whether the listener lives, on the delivery executor.
  func probe() {
    if isLive, !recipient.receive(nil, of: self) { end(as: .orphaned) }
  }
}
