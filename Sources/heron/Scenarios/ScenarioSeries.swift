import FoundationEssentials
import HeronScenarios
import Synchronization

/// Scenarios with their seeds, run several at a time and told in their order.
struct ScenarioSeries: Sendable {
  typealias Item = (scenario: Scenario, seed: UInt64)

  /// How many runs there are.
  let count: Int
  private let item: @Sendable (Int) -> Item
  private let flags: [String]

  init(_ scenarios: [Scenario], seeds: ClosedRange<UInt64>?, flags: [String]) {
    let items = scenarios.flatMap { scenario in (seeds ?? scenario.seeds).map { Item(scenario: scenario, seed: $0) } }
    self.init(lazy: items.count, flags: flags) { items[$0] }
  }

  /// So many runs, each made when its turn comes.
  init(lazy count: Int, flags: [String] = [], item: @escaping @Sendable (Int) -> Item) {
    self.count = count
    self.item = item
    self.flags = flags
  }

  /// Runs all, and tells each verdict in its turn.
  ///
  /// - Returns: false where Ctrl-C ended it.
  func run(_ tell: (Verdict) -> Void) async -> Bool {
    let isStopped = Flag()
    let interruption = Interruption { isStopped.raise() }
    defer { withExtendedLifetime(interruption) {} }
    await withTaskGroup(of: (Int, Verdict?).self) { group in
      var next = 0
      var told = 0
      var waiting: [Int: Verdict] = [:]
      func startNext() {
        guard next < count, !isStopped.isRaised else { return }
        let number = next
        next += 1
        group.addTask { (number, verdict(of: item(number))) }
      }
      for _ in 0..<max(1, ProcessInfo.processInfo.activeProcessorCount) { startNext() }
      for await (number, verdict) in group {
        startNext()
        waiting[number] = verdict
        while let verdict = waiting.removeValue(forKey: told) {
          told += 1
          tell(verdict)
        }
      }
    }
    return !isStopped.isRaised
  }

  private func verdict(of item: Item) -> Verdict? {
    // The flags have been held against every scenario before.
    guard let record = try? VirtualRun.run(item.scenario, seed: item.seed, flags: flags) else { return nil }
    let baseline = item.scenario.baseline.flatMap { _ in
      try? VirtualRun.run(item.scenario, seed: item.seed, flags: flags, isBaseline: true)
    }
    return Verdict(record, baseline: baseline)
  }
}

private final class Flag: Sendable {
  private let value = Atomic(false)

  var isRaised: Bool { value.load(ordering: .relaxed) }
  func raise() { value.store(true, ordering: .relaxed) }
}
