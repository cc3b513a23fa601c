import Testing

@testable import HeronEngine

/// A batcher and a naive one that are told the same.
private struct Twins {
  private static let origins = 5

  var batcher: Batcher
  var naive: NaiveBatcher
  var now = EngineInstant.zero
  var generator: SeededGenerator
  var vacant = Array(0..<60 as Range<UInt32>)

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    let settings = Self.settings(&generator)
    batcher = Batcher(settings: settings)
    naive = NaiveBatcher(settings: settings, origins: Self.origins)
  }

  private static func settings(_ generator: inout SeededGenerator) -> Batcher.Settings {
    Batcher.Settings(
      maxActive: Int.random(in: 1...8, using: &generator),
      maxActivePerOrigin: Int.random(in: 1...6, using: &generator),
      maxActiveUnproven: Int.random(in: 1...3, using: &generator),
      ageStepNanoseconds: Bool.random(using: &generator) ? 0 : 2_000_000_000,
      lowEvery: [0, 2, 8].randomElement(using: &generator) ?? 8, newestFirst: Bool.random(using: &generator))
  }

  mutating func act() {
    switch Int.random(in: 0..<20, using: &generator) {
    case 0...8: enqueue()
    case 9...10: if let slot = naive.waiting.randomElement(using: &generator)?.slot { withdraw(slot) }
    case 11...12: reprioritize()
    case 13...15: if let slot = naive.active.randomElement(using: &generator)?.item.slot { complete(slot) }
    case 16: admit()
    case 17: change()
    case 18:
      naive.isPaused = Int.random(in: 0..<4, using: &generator) == 0
      batcher.isPaused = naive.isPaused
    default: now = now.advanced(by: .milliseconds(Int.random(in: 0...3000, using: &generator)))
    }
  }

  private mutating func enqueue() {
    guard let slot = vacant.popLast() else { return }
    let origin = OriginID(Int.random(in: 0..<Self.origins, using: &generator))
    let priority = RequestPriority.allCases.randomElement(using: &generator) ?? .visible
    let hasFailed = Bool.random(using: &generator)
    batcher.enqueue(slot, origin: origin, priority: priority, hasFailed: hasFailed, now: now)
    naive.enqueue(slot, origin: origin, priority: priority, hasFailed: hasFailed, now: now)
  }

  private mutating func withdraw(_ slot: UInt32) {
    batcher.withdraw(slot)
    naive.withdraw(slot)
    vacant.append(slot)
  }

  private mutating func complete(_ slot: UInt32) {
    batcher.complete(slot)
    naive.complete(slot)
    vacant.append(slot)
  }

  private mutating func reprioritize() {
    let slots = naive.waiting.map(\.slot) + naive.active.map(\.item.slot)
    guard let slot = slots.randomElement(using: &generator) else { return }
    let priority = RequestPriority.allCases.randomElement(using: &generator) ?? .visible
    batcher.reprioritize(slot, to: priority, now: now)
    naive.reprioritize(slot, to: priority, now: now)
  }

  private mutating func admit() {
    let origin = Int.random(in: 0..<Self.origins, using: &generator)
    let all: [Batcher.Admission] = [.blocked, .probe, .opening, .open, .open, .multiplexed]
    let standings: [OriginHealth.Standing] = [.proven, .proven, .unproven, .unproven, .onTrial, .resting]
    let state = NaiveBatcher.Origin(
      admission: all.randomElement(using: &generator) ?? .open,
      standing: standings.randomElement(using: &generator) ?? .proven)
    naive.origins[origin] = state
    batcher.admit(OriginID(origin), as: state.admission, standing: state.standing)
  }

  private mutating func change() {
    let settings = Self.settings(&generator)
    naive.settings = settings
    batcher.settings = settings
  }

  /// Promotes up to so many in both; false where they differ.
  mutating func promoteAlike() -> Bool {
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      let mayStart = batcher.canPromote(now: now)
      let (mine, theirs) = (batcher.promote(now: now), naive.promote(now: now))
      guard mine == theirs, mayStart == (theirs != nil) else { return false }
      if mine == nil { break }
    }
    return batcher.active == naive.active.count && batcher.waiting == naive.waiting.count
      && batcher.activeLow == naive.active.count { $0.isLow }
  }
}

@Suite struct `The batcher against a naive one` {
  @Test(arguments: 0..<10)
  func `both promote the same, whatever happens`(part: UInt64) {
    for seed in part * 20..<part * 20 + 20 {
      var twins = Twins(seed: seed)
      for operation in 0..<300 {
        twins.act()
        guard twins.promoteAlike() else {
          Issue.record("seed \(seed), operation \(operation): the promotions differ")
          break
        }
      }
    }
  }
}
