/// Decides who runs, who waits and who is promoted. A value: it answers, and the loader acts.
///
/// Order is (effective class, sequence). Per class there is a heap of the origins that may start something, by the
/// sequence of the load at the front of their line. Joining and leaving cost O(1) (and O(log origins) where the front
/// of a line changes), a promotion O(classes + log origins); an origin that is full or blocked is in no heap.
struct Batcher {
  typealias Slot = WaitingLines.Slot

  struct Settings: Equatable {
    var maxActive = 8
    var maxActivePerOrigin = 6
    var maxActiveUnproven = 2
    var ageStepNanoseconds: Int64 = 2_000_000_000
    var lowEvery = 8
    var newestFirst = false

    var maxActiveLow: Int { max(1, maxActive / 2) }

    /// The most slots that an origin holds while another one waits.
    func share(of standing: OriginHealth.Standing) -> Int {
      switch standing {
      case .proven: .max
      case .unproven: maxActiveUnproven
      case .onTrial: 1
      case .resting: 0
      }
    }
  }

  /// What an origin is allowed at the moment.
  enum Admission: Equatable {
    /// Nothing: its gate or breaker is closed to us. Its loads are parked.
    case blocked
    /// One attempt, to see whether it lives.
    case probe
    /// One attempt, until it is known whether a connection multiplexes.
    case opening
    /// As many as an origin may have.
    case open
    /// As many as there are slots.
    case multiplexed
  }

  struct OriginState {
    var admission = Admission.open
    var standing = OriginHealth.Standing.unproven
    var active = 0
    var waiting = 0
    /// Which of its loads is the probe.
    var probe: Slot?
  }

  /// Where in its line a load begins to wait: a redirected one has waited before and goes on first, with the sequence
  /// that it had, or else all first hops of a page would go before its first picture.
  enum Place {
    case first, last
  }

  enum Rank: Int, CaseIterable {
    case unrestricted, restricted
  }

  var settings: Settings {
    didSet { if settings != oldValue { origins.indices.forEach { refresh(OriginID($0)) } } }
  }
  /// No promotions while set: the loader is paused.
  var isPaused = false
  /// No promotions while set: the network is away.
  var isOffline = false

  private(set) var lines = WaitingLines()
  private(set) var origins: [OriginState] = []
  private(set) var active = 0
  private(set) var activeLow = 0
  private(set) var waiting = 0
  private(set) var waitingOnBlockedOrigins = 0
  /// Promotions so far.
  var promotions = 0

  // By rank, then class; the newest-first heap is kept only where it is asked for.
  private var oldest: [[OriginHeap]]
  private var newest: [OriginHeap]

  init(settings: Settings = Settings()) {
    self.settings = settings
    let perClass = Array(repeating: OriginHeap(), count: RequestPriority.count)
    oldest = Array(repeating: perClass, count: Rank.allCases.count)
    newest = Array(repeating: OriginHeap(), count: Rank.allCases.count)
  }

  var parked: Int { isOffline ? waiting : waitingOnBlockedOrigins }

  /// The origin whose oldest load of that class is the oldest of all that may start.
  func oldestOrigin(_ rank: Rank, _ priority: RequestPriority) -> OriginID? {
    oldest[rank.rawValue][Int(priority.rawValue)].first
  }

  /// Whether a load of another origin waits for nothing but a slot.
  func isSlotWanted(byOthersThan origin: OriginID) -> Bool {
    guard !isPaused, !isOffline, active >= settings.maxActive else { return false }
    return RequestPriority.allCases.contains { priority in
      guard !priority.isLow || activeLow < settings.maxActiveLow else { return false }
      return oldest[Rank.unrestricted.rawValue][Int(priority.rawValue)].holdsOther(than: origin)
    }
  }

  /// The origin with the newest visible load, where the newest goes first.
  func newestOrigin(_ rank: Rank) -> OriginID? { newest[rank.rawValue].first }
}

extension Batcher {
  /// Puts a load into the line of its origin and class.
  mutating func enqueue(
    _ slot: Slot, origin: OriginID, priority: RequestPriority, hasFailed: Bool = false, at place: Place = .last,
    now: EngineInstant
  ) {
    makeRoom(slot, origin)
    lines[slot].origin = origin
    lines[slot].priority = priority
    lines[slot].hasFailed = hasFailed
    // Where the newest goes first, the last place is the first.
    if place == .first, !(settings.newestFirst && priority == .visible) {
      lines.prepend(slot, now: now)
    } else {
      lines.append(slot, now: now)
    }
    count(origin, by: 1)
    if origins[Int(origin)].admission == .probe { chooseProbe(origin) } else { lineChanged(origin, priority) }
  }

  /// Takes a waiting load out of its line.
  mutating func withdraw(_ slot: Slot) {
    let node = lines[slot]
    lines.remove(slot)
    count(node.origin, by: -1)
    if origins[Int(node.origin)].probe == slot {
      chooseProbe(node.origin)
    } else {
      lineChanged(node.origin, node.priority)
    }
  }

  /// Gives a load another class. A waiting one joins the end of its new line; an active one that is raised frees the
  /// low classes' share.
  mutating func reprioritize(_ slot: Slot, to priority: RequestPriority, now: EngineInstant) {
    guard lines[slot].place != .nowhere, lines[slot].priority != priority else { return }
    if lines[slot].place == .waiting {
      let node = lines[slot]
      let waitingSince = lines.waitingSince(slot)
      withdraw(slot)
      enqueue(slot, origin: node.origin, priority: priority, hasFailed: node.hasFailed, now: now)
      lines.keepWaiting(slot, since: waitingSince)
    } else {
      lines[slot].priority = priority
      if !priority.isLow, lines[slot].countsAsLow {
        lines[slot].countsAsLow = false
        activeLow -= 1
      }
    }
  }

  /// Marks a waiting load as running. The caller has seen to it that it may.
  mutating func activate(_ slot: Slot) {
    let node = lines[slot]
    withdraw(slot)
    lines[slot].place = .active
    lines[slot].countsAsLow = node.priority.isLow
    active += 1
    precondition(active <= settings.maxActive, "more active loads than the limit")
    if node.priority.isLow { activeLow += 1 }
    origins[Int(node.origin)].active += 1
    refresh(node.origin)
  }

  /// Frees the slot of a running load.
  mutating func complete(_ slot: Slot) {
    let node = lines[slot]
    precondition(node.place == .active, "only a running load frees a slot")
    lines[slot].place = .nowhere
    active -= 1
    if node.countsAsLow { activeLow -= 1 }
    lines[slot].countsAsLow = false
    origins[Int(node.origin)].active -= 1
    refresh(node.origin)
  }

  /// Frees the slot of a load, where it holds one. One call, since asking first would copy the whole batcher.
  mutating func vacate(_ slot: Slot) {
    if holdsSlot(slot) { complete(slot) }
  }

  /// Says what an origin may have from now on.
  mutating func admit(_ origin: OriginID, as admission: Admission, standing: OriginHealth.Standing) {
    makeRoom(nil, origin)
    let index = Int(origin)
    guard origins[index].admission != admission || origins[index].standing != standing else { return }
    if (origins[index].admission == .blocked) != (admission == .blocked) {
      waitingOnBlockedOrigins += admission == .blocked ? origins[index].waiting : -origins[index].waiting
    }
    origins[index].admission = admission
    origins[index].standing = standing
    if admission == .probe {
      chooseProbe(origin)
    } else {
      origins[index].probe = nil
      refresh(origin)
    }
  }
}

extension Batcher {
  private mutating func makeRoom(_ slot: Slot?, _ origin: OriginID) {
    lines.makeRoom(for: slot ?? 0, origin: origin)
    while origins.count <= Int(origin) { origins.append(OriginState()) }
  }

  private mutating func count(_ origin: OriginID, by change: Int) {
    waiting += change
    origins[Int(origin)].waiting += change
    if origins[Int(origin)].admission == .blocked { waitingOnBlockedOrigins += change }
  }

  /// Where an origin stands: with those that may start, with those that may only when no other can, or nowhere.
  private func rank(of state: OriginState) -> Rank? {
    guard state.waiting > 0 else { return nil }
    switch state.admission {
    case .blocked: return nil
    case .probe: return state.active < settings.maxActivePerOrigin ? .unrestricted : nil
    case .opening where state.active >= 1: return nil
    case .open where state.active >= settings.maxActivePerOrigin: return nil
    case .opening, .open, .multiplexed:
      return state.active < settings.share(of: state.standing) ? .unrestricted : .restricted
    }
  }

  /// The load that shows best whether an origin lives: one that has not failed, or else the first in line. Looks
  /// through the whole line, but only while an origin that was down is being tried.
  private mutating func chooseProbe(_ origin: OriginID) {
    var chosen: Slot?
    for priority in RequestPriority.allCases {
      var slot = lines.first(origin, priority)
      while let candidate = slot {
        if chosen == nil { chosen = candidate }
        guard lines[candidate].hasFailed else {
          origins[Int(origin)].probe = candidate
          return refresh(origin)
        }
        slot = lines.next(after: candidate)
      }
    }
    origins[Int(origin)].probe = chosen
    refresh(origin)
  }

  /// The load of that class which the origin would start next.
  func front(_ origin: OriginID, _ priority: RequestPriority) -> Slot? {
    guard origins[Int(origin)].admission == .probe else { return lines.first(origin, priority) }
    guard let probe = origins[Int(origin)].probe, lines[probe].priority == priority else { return nil }
    return probe
  }

  /// The visible load that the origin would start next where the newest goes first.
  func back(_ origin: OriginID) -> Slot? {
    origins[Int(origin)].admission == .probe ? front(origin, .visible) : lines.last(origin, .visible)
  }

  private mutating func lineChanged(_ origin: OriginID, _ priority: RequestPriority) {
    place(origin, priority, in: rank(of: origins[Int(origin)]))
  }

  private mutating func refresh(_ origin: OriginID) {
    let rank = rank(of: origins[Int(origin)])
    for priority in RequestPriority.allCases { place(origin, priority, in: rank) }
  }

  private mutating func place(_ origin: OriginID, _ priority: RequestPriority, in rank: Rank?) {
    let index = Int(priority.rawValue)
    let first = front(origin, priority)
    for other in Rank.allCases {
      if other == rank, let first {
        oldest[other.rawValue][index].place(origin, key: lines[first].sequence)
      } else {
        oldest[other.rawValue][index].remove(origin)
      }
    }
    guard priority == .visible, settings.newestFirst else { return }
    for other in Rank.allCases {
      if other == rank, let last = back(origin) {
        newest[other.rawValue].place(origin, key: .max - lines[last].sequence)
      } else {
        newest[other.rawValue].remove(origin)
      }
    }
  }
}
