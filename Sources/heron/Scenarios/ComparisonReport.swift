import Glibc
import Heron
import HeronScenarios

/// Tells of a comparison as it goes, and where ours is not the best.
struct ComparisonReport {
  private(set) var comparison: PolicyComparison
  private let json: Bool
  private let count: Int
  private let style = TextStyle(for: .output)
  private let isProgressShown: Bool
  private var done = 0

  init(_ comparison: PolicyComparison, json: Bool, isQuiet: Bool, count: Int) {
    self.comparison = comparison
    self.json = json
    self.count = count
    isProgressShown = !isQuiet && StandardStream.errors.isTerminal
    if isProgressShown { StandardStream.errors.write("0/\(count) races") }
  }

  /// Scenarios and lines told so far.
  var told: Int { comparison.heats.count }

  mutating func advance() {
    done += 1
    if isProgressShown, done < count { StandardStream.errors.write("\r\u{1B}[K\(done)/\(count) races") }
  }

  /// Takes a scenario on a line.
  ///
  /// - Throws: what standard output says that takes no more.
  mutating func add(_ heat: PolicyComparison.Heat) throws {
    comparison.add(heat)
    clearProgress()
    if json {
      for (policy, figures) in zip(comparison.policies, heat.figures) {
        try write(Self.json(heat, policy, figures))
      }
    } else {
      try write(style.strong("\(heat.scenario.name) on \(heat.line.name)"))
      let rows = [Self.head] + zip(comparison.policies, heat.figures).map(Self.row)
      let table = TextTable(rows: rows, rightAligned: Set(1..<Self.head.count))
      for line in table.lines({ number, line in number == 0 ? style.faint(line) : line }) {
        try write("  " + line)
      }
    }
  }

  private func write(_ line: String) throws {
    guard !StandardStream.output.write(line: line) else { return }
    throw FileError(path: "standard output", act: "write to", code: errno).asCommandEnd
  }

  private static let head = [
    "policy", "delivered", "lost", "p50", "p95", "max", "full screen", "requests/picture", "dead bytes", "peak",
  ]

  private static func row(_ policy: Policy, _ figures: PolicyFigures) -> [String] {
    [
      policy.name, "\(figures.delivered)/\(figures.requested)", "\(figures.lost)", time(figures.median),
      time(figures.late), time(figures.longest), time(figures.fullScreen), ratio(figures.requestsPerPicture),
      Figure.Kind.Unit.bytes.text(Double(figures.deadBytes)), "\(figures.peakActive)",
    ]
  }

  private static func time(_ seconds: Double?) -> String {
    guard let seconds else { return "-" }
    return seconds.isFinite ? Figure.Kind.Unit.time.text(seconds) : "never"
  }

  private static func ratio(_ value: Double) -> String { Figure.Kind.Unit.ratio.text(value) }

  private static func json(
    _ heat: PolicyComparison.Heat, _ policy: Policy, _ figures: PolicyFigures
  ) -> String {
    var object = JSONObject()
    object.add("scenario", heat.scenario.name)
    object.add("link", heat.line.name)
    object.add("policy", policy.name)
    object.add("requested", figures.requested)
    object.add("delivered", figures.delivered)
    object.add("lost", figures.lost)
    for (name, value) in [
      ("p50_ms", figures.median), ("p95_ms", figures.late), ("max_ms", figures.longest),
      ("full_screen_ms", figures.fullScreen),
    ] {
      // What never came has no figure.
      guard let value, value.isFinite else { continue }
      object.add(name, exactMilliseconds: .seconds(value))
    }
    object.add("requests_per_picture_thousandths", Int((figures.requestsPerPicture * 1000).rounded()))
    object.add("bytes_for_dead_listeners", figures.deadBytes)
    object.add("peak_active", figures.peakActive)
    return object.text
  }

  private func clearProgress() {
    if isProgressShown { StandardStream.errors.write("\r\u{1B}[K") }
  }

  /// Where another policy does better.
  func finish(isInterrupted: Bool) throws {
    clearProgress()
    if isInterrupted { StandardStream.errors.write(line: "interrupted: \(done) of \(count) races run") }
    guard !json, !isInterrupted, comparison.policies.count > 1, let ours = comparison.policies.first else { return }
    let defeats = comparison.defeats
    if defeats.isEmpty { try write("no policy does better than \(ours.name)") }
    guard !defeats.isEmpty else { return }
    try write(style.strong("where another policy does better than \(ours.name)"))
    let rows =
      [["scenario", "link", "measure", ours.name, "", ""]]
      + defeats.map { defeat in
        [
          defeat.scenario, defeat.link, defeat.measure.rawValue, defeat.text(defeat.ours), defeat.text(defeat.theirs),
          defeat.policy,
        ]
      }
    let table = TextTable(rows: rows, rightAligned: [3, 4])
    for line in table.lines({ number, line in number == 0 ? style.faint(line) : line }) {
      try write("  " + line)
    }
  }
}

extension PolicyComparison.Defeat {
  fileprivate func text(_ value: Double) -> String {
    switch measure {
    case .late, .fullScreen: value.isFinite ? Figure.Kind.Unit.time.text(value) : "never"
    case .requests: Figure.Kind.Unit.ratio.text(value)
    case .lost: "\(Int(value))"
    case .deadBytes: Figure.Kind.Unit.bytes.text(value)
    }
  }
}
