import HeronEngine
import HeronScenarios

/// How the requests of a soak ended, by kind.
struct SoakLedger {
  struct Line: Encodable {
    var requests = 0
    var givenUp = 0
    var endings: [String: Int] = [:]
    var times = DurationHistogram()
  }

  private(set) var lines: [SoakKind: Line] = [:]
  /// The first findings; the others are only counted.
  private(set) var findings: [String] = []
  private(set) var findingCount = 0
  private(set) var times = DurationHistogram()

  private static let keptFindings = 20

  mutating func began(_ kind: SoakKind) { lines[kind, default: Line()].requests += 1 }

  mutating func gaveUp(_ kind: SoakKind) { lines[kind, default: Line()].givenUp += 1 }

  mutating func ended(_ kind: SoakKind, _ ending: SoakEnding, after duration: Duration) {
    lines[kind, default: Line()].endings[ending.name, default: 0] += 1
    lines[kind, default: Line()].times.add(duration)
    if ending == .media { times.add(duration) }
  }

  mutating func found(_ finding: String) {
    findingCount += 1
    if findings.count < Self.keptFindings { findings.append(finding) }
  }
}
