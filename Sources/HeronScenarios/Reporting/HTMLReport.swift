import FoundationEssentials

/// The report of runs, or of a comparison: one HTML file that needs nothing else, and asks nothing of any network.
public struct HTMLReport: Sendable {
  // A page of 10,000 loads has some 2 MB, and is to open within two seconds.
  private static let mostLoads = 20_000

  private var content: Content
  private var loads = 0
  private var told: Set<String> = []

  private struct Content: Encodable {
    var title: String
    var runs: [ReportedRun] = []
    var comparison: ReportedComparison?
  }

  /// An empty report.
  ///
  /// - Parameter title: what was run.
  public init(title: String) { content = Content(title: title) }

  /// Adds a run. The loads of each scenario's first run are shown, and of those that are not as expected, as far as a
  /// page can take them.
  public mutating func add(_ verdict: Verdict, flags: [String], replay: String) {
    let count = verdict.record.requests.count
    let isWanted = verdict.outcome != .holds || !told.contains(verdict.record.scenarioName)
    let hasLoads = isWanted && loads + count <= Self.mostLoads
    if hasLoads {
      loads += count
      told.insert(verdict.record.scenarioName)
    }
    content.runs.append(ReportedRun(verdict, flags: flags, hasLoads: hasLoads, replay: replay))
  }

  /// Adds a comparison.
  ///
  /// - Parameter seeds: which seeds it is of, in words.
  public mutating func add(_ comparison: PolicyComparison, seeds: String) {
    content.comparison = ReportedComparison(comparison, seeds: seeds)
  }

  /// The page.
  public func page() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // What ends a script element must not stand in it.
    let data = String(decoding: try encoder.encode(content), as: UTF8.self)
      .split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
    var page = String(decoding: PackageResources.report_html, as: UTF8.self)
    // The data last: it may contain any text.
    for (place, text) in [
      ("/*STYLE*/", String(decoding: PackageResources.report_css, as: UTF8.self)),
      ("/*SCRIPT*/", String(decoding: PackageResources.report_js, as: UTF8.self)), ("/*DATA*/", data),
    ] {
      guard let range = page.firstRange(of: place) else { continue }
      page.replaceSubrange(range, with: text)
    }
    return Array(page.utf8)
  }
}
