/// Those who want a load: nearly always one, so that one costs nothing extra.
enum Interests: ~Copyable {
  case one(WeakHandle)
  /// A handle that nobody else keeps: its load lives as long as its listener.
  case kept(MediaLoad)
  case many(SharedInterests)

  // Not copyable, because copying a weak reference costs as much as telling an event.
  struct WeakHandle: ~Copyable {
    weak var load: MediaLoad?
  }

  init(_ handle: MediaLoad, isKept: Bool) {
    self = isKept ? .kept(handle) : .one(WeakHandle(load: handle))
  }

  /// Where there are several, what they share.
  var shared: SharedInterests? {
    switch self {
    case .many(let shared): shared
    default: nil
    }
  }

  /// Whether there is one whose listener no handle speaks for.
  var isAnyKept: Bool {
    switch self {
    case .one: false
    case .kept: true
    case .many(let shared): shared.isAnyKept
    }
  }

  /// Whether anybody who is known of now still wants it.
  var isAnyLive: Bool {
    var isAnyLive = false
    forEach { handle, _ in isAnyLive = isAnyLive || handle.isLive }
    return isAnyLive
  }

  /// Calls `body` with each handle that still exists.
  func forEach(_ body: (MediaLoad, _ isKept: Bool) -> Void) {
    switch self {
    case .one(let handle): if let load = handle.load { body(load, false) }
    case .kept(let load): body(load, true)
    case .many(let shared): shared.forEach(body)
    }
  }

  /// Adds one, known by its class; `current` is the class of who is there already.
  mutating func add(_ handle: MediaLoad, isKept: Bool, _ priority: RequestPriority, to current: RequestPriority) {
    let several = shared ?? makeShared(current)
    several.add(handle, isKept: isKept, priority)
    self = .many(several)
  }

  private func makeShared(_ priority: RequestPriority) -> SharedInterests {
    let several = SharedInterests()
    // Who has died meanwhile still counts until its message comes.
    several.count(priority)
    forEach { handle, isKept in several.list(handle, isKept: isKept) }
    return several
  }
}

/// Several who want the same load, counted by class so that the most urgent is known without asking each.
final class SharedInterests {
  private struct Member {
    weak var handle: MediaLoad?
    let kept: MediaLoad?
  }

  private var members: [Member] = []
  // Messages from several threads may cross, so a count can be below zero for a moment; the sum is what matters.
  private var counts = [Int](repeating: 0, count: RequestPriority.count)
  private var live = 0

  var isEmpty: Bool { live == 0 }

  var isAnyKept: Bool { members.contains { $0.kept != nil } }

  var mostUrgent: RequestPriority {
    RequestPriority.allCases.first { counts[Int($0.rawValue)] > 0 } ?? .background
  }

  func forEach(_ body: (MediaLoad, _ isKept: Bool) -> Void) {
    for member in members {
      if let handle = member.kept ?? member.handle { body(handle, member.kept != nil) }
    }
  }

  func add(_ handle: MediaLoad, isKept: Bool, _ priority: RequestPriority) {
    list(handle, isKept: isKept)
    count(priority)
  }

  func list(_ handle: MediaLoad, isKept: Bool) {
    members.append(Member(handle: handle, kept: isKept ? handle : nil))
  }

  func count(_ priority: RequestPriority) {
    counts[Int(priority.rawValue)] += 1
    live += 1
  }

  func remove(_ priority: RequestPriority) {
    counts[Int(priority.rawValue)] -= 1
    live -= 1
    precondition(live >= 0, "an interest ended twice")
    if members.count > 16, live < members.count / 2 { dropDead() }
  }

  func change(_ old: RequestPriority, to new: RequestPriority) {
    counts[Int(old.rawValue)] -= 1
    counts[Int(new.rawValue)] += 1
  }

  private func dropDead() {
    members.removeAll { member in (member.kept ?? member.handle)?.isLive != true }
  }
}
