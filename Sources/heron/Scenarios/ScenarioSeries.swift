import HeronScenarios

/// Scenarios with their seeds, in virtual time.
struct ScenarioSeries: Sendable {
  /// How many runs there are.
  let count: Int
  private let item: @Sendable (Int) -> SeededScenarios.Element
  private let flags: [String]

  /// So many runs, each made when its turn comes.
  init(lazy count: Int, flags: [String] = [], item: @escaping @Sendable (Int) -> SeededScenarios.Element) {
    self.count = count
    self.item = item
    self.flags = flags
  }

  /// Runs all, and tells each verdict in its turn.
  ///
  /// - Returns: false where Ctrl-C ended it.
  func run(_ tell: (Verdict) throws -> Void) async rethrows -> Bool {
    try await ParallelSeries(count) { verdict(of: item($0), $1) }.run { if let verdict = $0 { try tell(verdict) } }
  }

  private func verdict(of item: SeededScenarios.Element, _ isStopped: RaisedFlag) -> Verdict? {
    // The flags have been held against every scenario before.
    func run(isBaseline: Bool) -> RunRecord? {
      try? VirtualRun.run(
        item.scenario, seed: item.seed, flags: flags, isBaseline: isBaseline, isStopped: { isStopped.isRaised })
    }
    guard let record = run(isBaseline: false) else { return nil }
    let baseline = item.scenario.baseline.flatMap { _ in run(isBaseline: true) }
    return Verdict(record, baseline: baseline)
  }
}
