import FoundationEssentials

/// So much work of the same kind, done as many pieces at a time as there are processors, and told in its order.
struct ParallelSeries<Outcome: Sendable>: Sendable {
  /// How many pieces there are.
  let count: Int
  private let work: @Sendable (Int) -> Outcome

  init(_ count: Int, _ work: @escaping @Sendable (Int) -> Outcome) {
    self.count = count
    self.work = work
  }

  /// Does all, and tells each outcome in its turn.
  ///
  /// - Returns: false where Ctrl-C ended it.
  func run(_ tell: (Outcome) -> Void) async -> Bool {
    let isStopped = RaisedFlag()
    let interruption = Interruption { isStopped.raise() }
    defer { withExtendedLifetime(interruption) {} }
    await withTaskGroup(of: (Int, Outcome).self) { group in
      var next = 0
      var told = 0
      var waiting: [Int: Outcome] = [:]
      func startNext() {
        guard next < count, !isStopped.isRaised else { return }
        let number = next
        next += 1
        group.addTask { (number, work(number)) }
      }
      for _ in 0..<max(1, ProcessInfo.processInfo.activeProcessorCount) { startNext() }
      for await (number, outcome) in group {
        startNext()
        waiting[number] = outcome
        while let outcome = waiting.removeValue(forKey: told) {
          told += 1
          tell(outcome)
        }
      }
    }
    return !isStopped.isRaised
  }
}
