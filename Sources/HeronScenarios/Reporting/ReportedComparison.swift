/// A comparison as the report page has it. Times in milliseconds.
struct ReportedComparison: Encodable, Sendable {
  struct Entry: Encodable, Sendable {
    var name: String
    var about: String
    var source: String
  }

  struct Row: Encodable, Sendable {
    var link: String
    var policy: String
    var requested: Int
    var delivered: Int
    var lost: Int
    var p50: Int?
    var p95: Int?
    var max: Int?
    var fullScreen: Int?
    var requestsPerPicture: Double
    var deadBytes: Int64
    var peakActive: Int
  }

  struct Script: Encodable, Sendable {
    var scenario: String
    var about: String
    var rows: [Row]
  }

  var seeds: String
  var links: [String]
  var policies: [Entry]
  var scripts: [Script]

  init(_ comparison: PolicyComparison, seeds: String) {
    self.seeds = seeds
    var links: [String] = []
    var scripts: [Script] = []
    for heat in comparison.heats {
      if !links.contains(heat.line.name) { links.append(heat.line.name) }
      if scripts.last?.scenario != heat.scenario.name {
        scripts.append(Script(scenario: heat.scenario.name, about: heat.scenario.about, rows: []))
      }
      scripts[scripts.count - 1].rows += zip(comparison.policies, heat.figures).map { policy, figures in
        Row(
          link: heat.line.name, policy: policy.name, requested: figures.requested, delivered: figures.delivered,
          lost: figures.lost, p50: Self.milliseconds(figures.median), p95: Self.milliseconds(figures.late),
          max: Self.milliseconds(figures.longest), fullScreen: Self.milliseconds(figures.fullScreen),
          requestsPerPicture: (figures.requestsPerPicture * 1000).rounded() / 1000, deadBytes: figures.deadBytes,
          peakActive: figures.peakActive)
      }
    }
    self.links = links
    self.scripts = scripts
    policies = comparison.policies.map { Entry(name: $0.name, about: $0.about, source: $0.source) }
  }

  // What never came has no figure.
  private static func milliseconds(_ seconds: Double?) -> Int? {
    seconds.flatMap { $0.isFinite ? Int(($0 * 1000).rounded()) : nil }
  }
}
