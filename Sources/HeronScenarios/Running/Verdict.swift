import HeronEngine

/// What a scenario expected, and what came, for one seed.
public struct Verdict: Sendable {
  /// How a run counts, the worst first; the raw values are the exit statuses of `heron run`.
  public enum Outcome: Int, Sendable, Hashable {
    /// All holds.
    case holds = 0
    /// An expectation or a threshold is missed.
    case missed = 1
    /// An invariant is broken.
    case broken = 3
    /// Somebody still waited when the scenario's time was over.
    case late = 4
  }

  /// One expectation, held against the run.
  public struct Check: Sendable, Hashable {
    /// What was expected.
    public var expectation: Scenario.Expectation
    /// What came, in the figure's unit; nil: there was nothing to measure.
    public var value: String?
    /// What it was held against, where that is not as written: so many times the baseline.
    public var bound: String?
    /// Whether it holds.
    public var holds: Bool
  }

  /// The run.
  public let record: RunRecord
  /// Every expectation.
  public let checks: [Check]

  /// Holds a run against what its scenario expects.
  ///
  /// - Parameter baseline: the run to compare with, where the scenario has one.
  public init(_ record: RunRecord, baseline: RunRecord? = nil) {
    self.record = record
    checks = record.plan.scenario.expectations.map { Self.check($0, record, baseline) }
  }

  /// How the run counts.
  public var outcome: Outcome {
    if !record.breaches.isEmpty { return .broken }
    if record.isLate { return .late }
    return checks.allSatisfy(\.holds) ? .holds : .missed
  }

  private static func check(
    _ expectation: Scenario.Expectation, _ record: RunRecord, _ baseline: RunRecord?
  ) -> Check {
    let comparison = expectation.comparison
    let unit = expectation.figure.kind.unit
    guard let value = Comparison.Statistic.pick(comparison.statistic, record.values(of: expectation.figure)) else {
      return Check(expectation: expectation, holds: false)
    }
    var limit: Double
    var bound: String?
    switch comparison.bound {
    case .number(let number): limit = number
    case .time(let time): limit = Double(time.nanoseconds) / 1e9
    case .bytes(let bytes): limit = Double(bytes)
    case .baseline(let factor):
      guard let values = baseline?.values(of: expectation.figure),
        let base = Comparison.Statistic.pick(comparison.statistic, values)
      else {
        return Check(expectation: expectation, value: unit.text(value), holds: false)
      }
      limit = factor * base
      bound = unit.text(limit)
    }
    // A nanosecond is no difference.
    let holds = comparison.holds(value, limit) || comparison.relation != .less && abs(value - limit) < 1e-9
    return Check(
      expectation: expectation, value: unit.text(value), bound: bound,
      holds: holds && !(comparison.relation == .more && value == limit))
  }
}

extension Figure.Kind.Unit {
  /// A value with its unit.
  public func text(_ value: Double) -> String {
    switch self {
    case .count: "\(Int(value))"
    case .ratio: "\((value * 1000).rounded() / 1000)"
    case .bytes: value < 1024 ? "\(Int(value))B" : "\((value / 1024 * 10).rounded() / 10)KiB"
    case .time: value < 1 ? "\((value * 100_000).rounded() / 100)ms" : "\((value * 1000).rounded() / 1000)s"
    }
  }
}
