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

  /// Tells an event, or puts it on its way. Whoever is told on the loader's own queue hears it in the middle of a turn:
  /// all that a listener can do to the loader is post, so nothing changes under the turn. Whoever awaits has no thread
  /// of its own to be told on.
  func send(_ event: MediaLoad.Event, to handle: MediaLoad, isKept: Bool) {
    if environment.delivery.isElsewhere, handle.recipient.isPosted {
      outbox.append(Outgoing(handle, isKept: isKept, event: event))
    } else {
      _ = handle.deliver(event)
    }
  }

  /// Asks the listeners that no handle speaks for whether they still live.
  func probe(_ load: Load) {
    load.interests.forEach { handle, isKept in
      guard isKept else { return }
      if environment.delivery.isElsewhere {
        outbox.append(Outgoing(handle, isKept: true, event: nil))
      } else {
        handle.probe()
      }
    }
  }

  /// Posts what a turn has to tell elsewhere, as one batch.
  func flush() {
    guard !outbox.isEmpty, case .elsewhere(let post, _, _) = environment.delivery.place else { return }
    let batch = outbox
    outbox.removeAll(keepingCapacity: true)
    post { for outgoing in batch { outgoing.deliver() } }
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
