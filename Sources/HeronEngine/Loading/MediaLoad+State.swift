import Synchronization

extension MediaLoad {
  enum Status: UInt64 {
    case live = 0
    case delivering = 1
    case cancelled = 2
    case released = 3
    /// The listener was found dead.
    case orphaned = 4
    case finished = 5

    var isLive: Bool { self == .live || self == .delivering }
  }

  /// A handle's whole state in one atomic word, so that cancel, delivery and the loader never need a lock: status
  /// (3 bits), priority (3), the load's slot (26) and generation (32).
  struct Word {
    var status: Status
    var priority: RequestPriority
    var load: LoadID?

    init(status: Status, priority: RequestPriority, load: LoadID?) {
      self.status = status
      self.priority = priority
      self.load = load
    }

    init(bits: UInt64) {
      guard let status = Status(rawValue: bits & 7), let priority = RequestPriority(rawValue: UInt8(bits >> 3 & 7))
      else { preconditionFailure("a handle's state is not one: \(bits)") }
      let generation = UInt32(truncatingIfNeeded: bits >> 32)
      self.status = status
      self.priority = priority
      load = generation == 0 ? nil : LoadID(slot: UInt32(truncatingIfNeeded: bits) >> 6, generation: generation)
    }

    var bits: UInt64 {
      let id = load.map { UInt64($0.generation) << 32 | UInt64($0.slot) << 6 } ?? 0
      return id | UInt64(priority.rawValue) << 3 | status.rawValue
    }
  }

  var current: Word { Word(bits: word.load(ordering: .acquiring)) }

  /// Changes the word in one step; nil from `body` leaves it. Returns the word before, or nil where it was left.
  @discardableResult
  func update(_ body: (inout Word) -> Bool) -> Word? {
    var bits = word.load(ordering: .acquiring)
    while true {
      let before = Word(bits: bits)
      var after = before
      guard body(&after) else { return nil }
      let (exchanged, original) = word.weakCompareExchange(
        expected: bits, desired: after.bits, successOrdering: .acquiringAndReleasing, failureOrdering: .acquiring)
      if exchanged { return before }
      bits = original
    }
  }

  /// Ends the interest from the caller's side; the first end wins.
  func end(as status: Status) {
    let before = update { word in
      guard word.status.isLive else { return false }
      word.status = status
      return true
    }
    guard let before else { return }
    switch recipient {
    case .awaiting(let receive):
      receive(.finished(.failure(MediaLoadError(.cancelled, "the load of \(request.url) was cancelled"))))
    default: break
    }
    loader.interestEnded(in: before.load, priority: before.priority, as: status)
  }

  func changePriority(to priority: RequestPriority) {
    let before = update { word in
      guard word.status.isLive, word.priority != priority else { return false }
      word.priority = priority
      return true
    }
    if let before, let load = before.load { loader.priorityChanged(in: load, from: before.priority, to: priority) }
  }

  /// Binds the handle to the load that serves it. False when its caller is no longer interested.
  func bind(to load: LoadID) -> Word? {
    update { word in
      guard word.status.isLive else { return false }
      word.load = load
      return true
    }
  }

  /// Delivers one event, on the delivery executor. Returns whether the listener took it.
  func deliver(_ event: Event) -> Bool {
    if case .finished = event { return deliverEnd(event) }
    let begun = update { word in
      guard word.status == .live else { return false }
      word.status = .delivering
      return true
    }
    guard begun != nil else { return false }
    let alive = recipient.receive(event, of: self)
    update { word in
      guard word.status == .delivering else { return false }
      word.status = .live
      return true
    }
    if !alive { end(as: .orphaned) }
    return alive
  }

  private func deliverEnd(_ event: Event) -> Bool {
    let won = update { word in
      guard word.status.isLive else { return false }
      word.status = .finished
      return true
    }
    guard won != nil else { return false }
    let isTaken = recipient.receive(event, of: self)
    loader.requestEnded(event, isTaken: isTaken)
    return isTaken
  }
}
