@testable import HeronEngine

/// The batcher's rules as they are written down, by scans over arrays: slow, and easy to believe.
struct NaiveBatcher {
  struct Item {
    var slot: UInt32
    var origin: OriginID
    var priority: RequestPriority
    var hasFailed: Bool
    var sequence: Int
    var since: EngineInstant
  }

  struct Origin {
    var admission = Batcher.Admission.open
    var standing = OriginHealth.Standing.unproven
  }

  var settings: Batcher.Settings
  var isPaused = false
  var isOffline = false
  var origins: [Origin]
  private(set) var waiting: [Item] = []
  private(set) var active: [(item: Item, isLow: Bool)] = []
  private var sequence = 0
  private var promotions = 0

  init(settings: Batcher.Settings, origins: Int) {
    self.settings = settings
    self.origins = Array(repeating: Origin(), count: origins)
  }

  mutating func enqueue(
    _ slot: UInt32, origin: OriginID, priority: RequestPriority, hasFailed: Bool, now: EngineInstant
  ) {
    sequence += 1
    waiting.append(
      Item(
        slot: slot, origin: origin, priority: priority, hasFailed: hasFailed, sequence: sequence, since: now))
  }

  mutating func withdraw(_ slot: UInt32) { waiting.removeAll { $0.slot == slot } }
  mutating func complete(_ slot: UInt32) { active.removeAll { $0.item.slot == slot } }

  mutating func reprioritize(_ slot: UInt32, to priority: RequestPriority, now: EngineInstant) {
    if let item = waiting.first(where: { $0.slot == slot }) {
      guard item.priority != priority else { return }
      withdraw(slot)
      enqueue(slot, origin: item.origin, priority: priority, hasFailed: item.hasFailed, now: now)
    } else if let index = active.firstIndex(where: { $0.item.slot == slot }) {
      if !priority.isLow { active[index].isLow = false }
    }
  }

  mutating func promote(now: EngineInstant) -> UInt32? {
    guard !isPaused, !isOffline, active.count < settings.maxActive else { return nil }
    guard let item = choose(isRestricted: false, now) ?? choose(isRestricted: true, now) else { return nil }
    withdraw(item.slot)
    active.append((item, item.priority.isLow))
    promotions += 1
    return item.slot
  }

  private func choose(isRestricted: Bool, _ now: EngineInstant) -> Item? {
    let isLowAllowed = active.count { $0.isLow } < settings.maxActiveLow
    let items = waiting.filter { mayStart($0, isRestricted) && (isLowAllowed || !$0.priority.isLow) }
    if settings.lowEvery > 0, (promotions + 1) % settings.lowEvery == 0,
      let low = items.filter(\.priority.isLow).min(by: { $0.sequence < $1.sequence })
    {
      return low
    }
    let candidates = items.filter { item in
      // Newest first: of the visible only one stands for its class.
      guard settings.newestFirst, item.priority == .visible else { return true }
      let visible = items.filter { $0.priority == .visible }.sorted { $0.sequence < $1.sequence }
      guard let oldest = visible.first, effective(oldest, now) == .visible else { return true }
      return item.sequence == visible.last?.sequence
    }
    return candidates.min { (effective($0, now), $0.sequence) < (effective($1, now), $1.sequence) }
  }

  private func mayStart(_ item: Item, _ isRestricted: Bool) -> Bool {
    let origin = origins[Int(item.origin)]
    let running = active.count { $0.item.origin == item.origin }
    let isOverShare =
      switch origin.standing {
      case .proven: false
      case .unproven: running >= settings.maxActiveUnproven
      case .onTrial: running >= 1
      case .resting: true
      }
    switch origin.admission {
    case .blocked: return false
    case .opening: return running < 1 && isOverShare == isRestricted
    case .probe: return !isRestricted && running < settings.maxActivePerOrigin && probe(item.origin) == item.slot
    case .open: return running < settings.maxActivePerOrigin && isOverShare == isRestricted
    case .multiplexed: return isOverShare == isRestricted
    }
  }

  private func probe(_ origin: OriginID) -> UInt32? {
    let line = waiting.filter { $0.origin == origin }
      .sorted { ($0.priority, $0.sequence) < ($1.priority, $1.sequence) }
    return (line.first { !$0.hasFailed } ?? line.first)?.slot
  }

  private func effective(_ item: Item, _ now: EngineInstant) -> RequestPriority {
    guard settings.ageStepNanoseconds > 0 else { return item.priority }
    var priority = item.priority
    var steps = item.since.duration(to: now).nanoseconds / settings.ageStepNanoseconds
    while steps > 0, priority > item.priority.ageCap, let next = RequestPriority(rawValue: priority.rawValue - 1) {
      priority = next
      steps -= 1
    }
    return priority
  }
}
