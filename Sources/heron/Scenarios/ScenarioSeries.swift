import HeronScenarios

/// Scenarios with their seeds, in virtual time.
struct ScenarioSeries: Sendable {
  typealias Item = (scenario: Scenario, seed: UInt64)

  /// How many runs there are.
  let count: Int
  private let item: @Sendable (Int) -> Item
  private let flags: [String]

  /// Each scenario with each seed.
  static func items(_ scenarios: [Scenario], seeds: ClosedRange<UInt64>?) -> [Item] {
    scenarios.flatMap { scenario in (seeds ?? scenario.seeds).map { Item(scenario: scenario, seed: $0) } }
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
    await ParallelSeries(count) { verdict(of: item($0)) }.run { if let verdict = $0 { tell(verdict) } }
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
