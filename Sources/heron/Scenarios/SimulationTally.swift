import HeronEngine
import HeronScenarios

/// What came of the runs of a simulation.
struct SimulationTally {
  /// A run that is not as it should be.
  struct Failure {
    var seed: UInt64
    /// Which invariant, as `I5`; or that it did not come to rest.
    var kind: String
    /// In words.
    var what: String
  }

  // More of them would be made short for hours.
  private static let mostFailures = 10

  private let count: Int
  private let isProgressShown: Bool
  private(set) var done = 0
  private(set) var failures: [Failure] = []
  private(set) var virtualSeconds = 0.0
  private var events: [Int] = []

  init(count: Int, isQuiet: Bool) {
    self.count = count
    isProgressShown = !isQuiet && StandardStream.errors.isTerminal && count > 1
  }

  mutating func add(_ verdict: Verdict) {
    done += 1
    events.append(verdict.record.steps)
    virtualSeconds += Double(verdict.record.end.nanoseconds) / 1e9
    if let kind = Self.kind(of: verdict), failures.count < Self.mostFailures {
      let what = verdict.record.breaches.first.map { "at \($0.moment): \($0.text)" } ?? "it does not come to rest"
      failures.append(Failure(seed: verdict.record.seed, kind: kind, what: what))
    }
    if isProgressShown, done < count {
      StandardStream.errors.write("\r\u{1B}[K\(done)/\(count) seeds, \(failures.count) broken")
    }
  }

  func clearProgress() {
    if isProgressShown { StandardStream.errors.write("\r\u{1B}[K") }
  }

  /// Whether an invariant is.
  var isBroken: Bool { failures.contains { $0.kind != "late" } }

  /// Pieces of work in a run, half of the runs have no more.
  var medianEvents: Int { events.isEmpty ? 0 : events.sorted()[events.count / 2] }

  /// What is wrong with a run, in a word; nil for nothing.
  static func kind(of verdict: Verdict) -> String? {
    if let breach = verdict.record.breaches.first { return String(breach.text.prefix { $0 != ":" }) }
    return verdict.outcome == .late ? "late" : nil
  }
}
