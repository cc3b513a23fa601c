/// Scenarios under several policies side by side, on several lines.
public struct PolicyComparison: Sendable {
  /// One scenario on one line.
  public struct Heat: Sendable {
    /// The scenario.
    public let scenario: Scenario
    /// The line.
    public let line: NamedLine
    /// In the order of the policies.
    public let figures: [PolicyFigures]

    /// Sums up what came of it with each seed.
    public init(_ scenario: Scenario, on line: NamedLine, races: [PolicyRace]) {
      self.scenario = scenario
      self.line = line
      let count = races.first?.runs.count ?? 0
      figures = (0..<count).map { policy in PolicyFigures(races.map { $0.runs[policy] }) }
    }
  }

  /// A figure in which another policy does better than the first one.
  public struct Defeat: Sendable, Hashable {
    /// What is measured.
    public enum Measure: String, Sendable, Hashable {
      /// The 95th percentile of the waits of visible loads.
      case late = "visible p95"
      /// The time to the full screen.
      case fullScreen = "full screen"
      /// Requests per picture, of a policy that loses no more.
      case requests = "requests per picture"
      /// Pictures lost, of a policy that makes no more requests.
      case lost = "pictures lost"
      /// Bytes for listeners that are gone.
      case deadBytes = "bytes for dead listeners"
    }

    /// The scenario.
    public let scenario: String
    /// The line's name.
    public let link: String
    /// Who does better.
    public let policy: String
    /// In what.
    public let measure: Measure
    /// What the first one has.
    public let ours: Double
    /// What this one has.
    public let theirs: Double
  }

  // As the bars of the comparison have it: less than that is chance.
  private static let margin = 1.05

  /// The policies, the one that is held against the others first.
  public let policies: [Policy]
  /// In the order in which they were run.
  public private(set) var heats: [Heat] = []

  /// Nothing run yet.
  public init(_ policies: [Policy]) { self.policies = policies }

  /// Takes what came of a scenario on a line.
  public mutating func add(_ heat: Heat) { heats.append(heat) }

  /// Where another policy does better than the first one.
  public var defeats: [Defeat] { heats.flatMap(defeats) }

  private func defeats(_ heat: Heat) -> [Defeat] {
    guard let ours = heat.figures.first else { return [] }
    return zip(policies, heat.figures).dropFirst().flatMap { policy, theirs in
      Self.measures(ours, theirs).map { measure, mine, other in
        Defeat(
          scenario: heat.scenario.name, link: heat.line.name, policy: policy.name, measure: measure, ours: mine,
          theirs: other)
      }
    }
  }

  private static func measures(
    _ ours: PolicyFigures, _ theirs: PolicyFigures
  ) -> [(Defeat.Measure, Double, Double)] {
    var found: [(Defeat.Measure, Double, Double)] = []
    func compare(_ measure: Defeat.Measure, _ mine: Double?, _ other: Double?, margin: Double = margin) {
      guard let mine, let other, other.isFinite, mine > other * margin, mine > other else { return }
      found.append((measure, mine, other))
    }
    compare(.late, ours.late, theirs.late)
    compare(.fullScreen, ours.fullScreen, theirs.fullScreen)
    if theirs.lost <= ours.lost { compare(.requests, ours.requestsPerPicture, theirs.requestsPerPicture, margin: 1) }
    if theirs.requestsPerPicture <= ours.requestsPerPicture {
      compare(.lost, Double(ours.lost), Double(theirs.lost), margin: 1)
    }
    compare(.deadBytes, Double(ours.deadBytes), Double(theirs.deadBytes), margin: 1)
    return found
  }
}
