import HeronEngine

/// What a figure is held against: `60`, `<= 6`, `p95 < 3.5s`, `mean <= 0.7 x baseline`.
public struct Comparison: Sendable, Hashable {
  /// Which value of a distribution.
  public enum Statistic: Sendable, Hashable {
    /// The least of them.
    case least
    /// Their mean.
    case mean
    /// The most of them.
    case most
    /// That many percent of them are no greater: the nearest rank.
    case percentile(Int)
  }

  /// How the figure should stand to the bound.
  public enum Relation: String, Sendable, Hashable, CaseIterable {
    /// No more than.
    case atMost = "<="
    /// No less than.
    case atLeast = ">="
    /// Exactly.
    case equal = "=="
    /// Less than.
    case less = "<"
    /// More than.
    case more = ">"
  }

  /// What it is held against.
  public enum Bound: Sendable, Hashable {
    /// A number.
    case number(Double)
    /// A time.
    case time(Duration)
    /// A size.
    case bytes(Int)
    /// So many times the same figure of the baseline's run.
    case baseline(Double)
  }

  /// As it is written.
  public let text: String
  /// Which value of a distribution; nil for a figure that is one value.
  public let statistic: Statistic?
  /// How they should stand.
  public let relation: Relation
  /// What it is held against.
  public let bound: Bound

  init(_ node: ScriptNode) throws(ScriptError) {
    guard let text = node.word else { throw node.expected(ScriptKind.comparisons.expectation) }
    var words = text.split(separator: " ").map(String.init)[...]
    if let first = words.first, let statistic = Self.statistic(first) {
      self.statistic = statistic
      words = words.dropFirst()
    } else {
      statistic = nil
    }
    if let first = words.first, let relation = Relation(rawValue: first) {
      self.relation = relation
      words = words.dropFirst()
    } else {
      relation = .equal
    }
    guard let bound = Self.bound(words) else { throw node.expected(ScriptKind.comparisons.expectation) }
    self.bound = bound
    self.text = text
  }

  private static func statistic(_ word: String) -> Statistic? {
    switch word {
    case "min": .least
    case "mean": .mean
    case "max": .most
    default: word.hasPrefix("p") ? percentile(String(word.dropFirst())) : nil
    }
  }

  private static func percentile(_ digits: String) -> Statistic? {
    guard let percent = FlagText.count(digits), (1...99).contains(percent) else { return nil }
    return .percentile(percent)
  }

  private static func bound(_ words: ArraySlice<String>) -> Bound? {
    guard let first = words.first else { return nil }
    let rest = Array(words.dropFirst())
    if rest == ["x", "baseline"] { return FlagText.number(first).map { .baseline($0) } }
    guard rest.isEmpty else { return nil }
    if let number = FlagText.number(first) { return .number(number) }
    if let time = FlagText.duration(first) { return .time(time) }
    return FlagText.bytes(first).map { .bytes($0) }
  }
}

extension Comparison {
  /// Whether it can be made of that figure.
  func fits(_ figure: Figure) -> String? {
    if figure.kind.isDistribution, statistic == nil {
      return "'\(figure.kind.rawValue)' has a value for each load, expected min, mean, max or a percentile such as p95"
    }
    if !figure.kind.isDistribution, statistic != nil {
      return "'\(figure.kind.rawValue)' is one value, expected no min, mean, max or percentile"
    }
    switch (bound, figure.kind.unit) {
    case (.baseline, _), (.number, .count), (.number, .ratio), (.time, .time), (.bytes, .bytes): return nil
    // Nought needs no unit.
    case (.number(0), _): return nil
    case (_, .count): return "expected a whole number"
    case (_, .ratio): return "expected a number"
    case (_, .time): return "expected a time with its unit, such as 3.5s"
    case (_, .bytes): return "expected a size with its unit, such as 64KiB"
    }
  }

  /// Whether `value` stands to `limit` as it should.
  func holds(_ value: Double, _ limit: Double) -> Bool {
    switch relation {
    case .atMost: value <= limit
    case .atLeast: value >= limit
    case .equal: value == limit
    case .less: value < limit
    case .more: value > limit
    }
  }
}
