@testable import HeronEngine

/// A batcher with a clock, and few words for what tests do with it.
struct BatcherLine {
  var batcher: Batcher
  var now = EngineInstant.zero

  /// Origins 0 to 3 have answered, unless a test says otherwise.
  init(_ change: (inout Batcher.Settings) -> Void = { _ in }) {
    var settings = Batcher.Settings()
    change(&settings)
    batcher = Batcher(settings: settings)
    for origin in 0..<4 { batcher.admit(OriginID(origin), as: .open, standing: .proven) }
  }

  mutating func join(
    _ slots: ClosedRange<UInt32>, origin: OriginID = 0, _ priority: RequestPriority = .visible, hasFailed: Bool = false
  ) {
    for slot in slots {
      batcher.enqueue(slot, origin: origin, priority: priority, hasFailed: hasFailed, now: now)
    }
  }

  mutating func join(
    _ slot: UInt32, origin: OriginID = 0, _ priority: RequestPriority = .visible, hasFailed: Bool = false
  ) {
    join(slot...slot, origin: origin, priority, hasFailed: hasFailed)
  }

  mutating func wait(_ duration: Duration) { now = now.advanced(by: duration) }

  mutating func promote() -> UInt32? { batcher.promote(now: now) }

  mutating func promoteAll() -> [UInt32] {
    var slots: [UInt32] = []
    while let slot = promote() { slots.append(slot) }
    return slots
  }

  /// The order in which all would start if each ended before the next.
  mutating func promoteOneByOne() -> [UInt32] {
    var slots: [UInt32] = []
    while let slot = promote() {
      slots.append(slot)
      batcher.complete(slot)
    }
    return slots
  }
}
