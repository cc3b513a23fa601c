/// Those who want a load: nearly always one, so that one costs nothing extra.
enum Interests {
  case one(WeakHandle)
  /// A handle that nobody else keeps: its load lives as long as its listener.
  case kept(MediaLoad)
  case many(SharedInterests)

  struct WeakHandle {
    weak var load: MediaLoad?
  }

  /// Calls `body` with each handle that still exists.
  func forEach(_ body: (MediaLoad, _ isKept: Bool) -> Void) {
    switch self {
    case .one(let handle): if let load = handle.load { body(load, false) }
    case .kept(let load): body(load, true)
    case .many(let shared):
      for interest in shared.list { interest.forEach(body) }
    }
  }

  /// Adds one, known by its class.
  mutating func add(_ interest: Interests, _ priority: RequestPriority, to current: RequestPriority) {
    if case .many(let shared) = self {
      shared.add(interest, priority)
    } else {
      let shared = SharedInterests()
      shared.add(self, current)
      shared.add(interest, priority)
      self = .many(shared)
    }
  }
}

/// Several who want the same load, counted by class so that the most urgent is known without asking each.
final class SharedInterests {
  private(set) var list: [Interests] = []
  // Messages from several threads may cross, so a count can be below zero for a moment; the sum is what matters.
  private var counts = [Int](repeating: 0, count: RequestPriority.count)
  private var live = 0

  var isEmpty: Bool { live == 0 }

  var mostUrgent: RequestPriority {
    RequestPriority.allCases.first { counts[Int($0.rawValue)] > 0 } ?? .background
  }

  func add(_ interest: Interests, _ priority: RequestPriority) {
    list.append(interest)
    counts[Int(priority.rawValue)] += 1
    live += 1
  }

  func remove(_ priority: RequestPriority) {
    counts[Int(priority.rawValue)] -= 1
    live -= 1
    precondition(live >= 0, "an interest ended twice")
    if list.count > 16, live < list.count / 2 { dropDead() }
  }

  func change(_ old: RequestPriority, to new: RequestPriority) {
    counts[Int(old.rawValue)] -= 1
    counts[Int(new.rawValue)] += 1
  }

  private func dropDead() {
    list.removeAll { interest in
      var isLive = false
      interest.forEach { load, _ in isLive = load.isLive }
      return !isLive
    }
  }
}
