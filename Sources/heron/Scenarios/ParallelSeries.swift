import FoundationEssentials

/// So much work of the same kind, done as many pieces at a time as there are processors, and told in its order.
struct ParallelSeries<Outcome: Sendable>: Sendable {
  /// How many pieces there are.
  let count: Int
  private let work: @Sendable (Int, RaisedFlag) -> Outcome

  /// - Parameter work: the piece of that number; what it comes to does not matter once the flag is raised, and it
  ///   should end soon then.
  init(_ count: Int, _ work: @escaping @Sendable (Int, RaisedFlag) -> Outcome) {
    self.count = count
    self.work = work
  }

  /// Does all, and tells each outcome in its turn.
  ///
  /// - Returns: false where Ctrl-C ended it.
  func run(_ tell: (Outcome) throws -> Void) async rethrows -> Bool {
    let isStopped = RaisedFlag()
    var isWhole = false
    let interruption = Interruption { isStopped.raise() }
    defer { withExtendedLifetime(interruption) {} }
    try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
      var next = 0
      var told = 0
      var waiting: [Int: Outcome] = [:]
      func startNext() {
        guard next < count, !isStopped.isRaised else { return }
        let number = next
        next += 1
        group.addTask { (number, work(number, isStopped)) }
      }
      for _ in 0..<max(1, ProcessInfo.processInfo.activeProcessorCount) { startNext() }
      // Who cannot be told, does not want the rest.
      defer { isStopped.raise() }
      for try await (number, outcome) in group {
        guard !isStopped.isRaised else { continue }
        startNext()
        waiting[number] = outcome
        while let outcome = waiting.removeValue(forKey: told) {
          told += 1
          try tell(outcome)
        }
      }
      isWhole = !isStopped.isRaised
    }
    return isWhole
  }
}
