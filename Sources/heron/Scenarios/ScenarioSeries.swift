import FoundationEssentials
import HeronScenarios
import Synchronization

/// Scenarios with their seeds, run several at a time and told in their order.
struct ScenarioSeries: Sendable {
  private struct Item: Sendable {
    var scenario: Scenario
    var seed: UInt64
  }

  private let items: [Item]
  private let flags: [String]

  init(_ scenarios: [Scenario], seeds: ClosedRange<UInt64>?, flags: [String]) {
    items = scenarios.flatMap { scenario in (seeds ?? scenario.seeds).map { Item(scenario: scenario, seed: $0) } }
    self.flags = flags
  }

  /// How many runs there are.
  var count: Int { items.count }

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
        guard next < items.count, !isStopped.isRaised else { return }
        let (number, item) = (next, items[next])
        next += 1
        group.addTask { (number, verdict(of: item)) }
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
