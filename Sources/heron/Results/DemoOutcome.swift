import Heron
import HeronScenarios

/// What became of the demo's paths: a table by kind of trouble, and whether only the hopeless ones failed.
struct DemoOutcome {
  /// The paths that never bring a picture.
  static let hopeless = ["/dead.png", "/missing.png"]

  private let fates: [(exhibit: Exhibit, result: LoadResult)]

  init(exhibits: [Exhibit], results: [LoadResult]) {
    fates = results.sorted { $0.index < $1.index }.compactMap { result in
      exhibits.indices.contains(result.index - 1) ? (exhibits[result.index - 1], result) : nil
    }
  }

  /// Whether everything was tried and exactly the hopeless paths failed.
  var isAsExpected: Bool {
    let failed = fates.filter { $0.result.outcome != .loaded }.map(\.exhibit.path)
    return failed.sorted() == Self.hopeless
  }

  /// One line for each kind of trouble, in the order of first appearance.
  func table(_ style: TextStyle) -> [String] {
    var kinds: [String] = []
    for fate in fates where !kinds.contains(fate.exhibit.about) { kinds.append(fate.exhibit.about) }
    var rows = [["", "what the origin does", "paths", "loaded", "attempts", "waited", "took", "in the end"]]
    rows += kinds.map { kind in row(kind, fates.filter { $0.exhibit.about == kind }.map(\.result)) }
    return TextTable(rows: rows, rightAligned: [2, 3, 4, 5, 6]).lines { index, line in
      if index == 0 { return style.faint(line) }
      if rows[index][0] == "–" { return style.faint(line) }
      return rows[index][0] == "✗" ? style.bad(line) : rows[index][0] == "↻" ? style.warning(line) : style.good(line)
    }
  }

  private func row(_ kind: String, _ results: [LoadResult]) -> [String] {
    let loaded = results.filter { $0.outcome == .loaded }
    let attempts = results.map(\.attempts)
    let failures = Set(
      results.compactMap(\.error).map { error in
        error.status.map { "\(error.kind.rawValue) \($0)" } ?? error.kind.rawValue
      }
    ).sorted()
    let isRetried = attempts.max() ?? 0 > 1
    let isCancelled = results.contains { $0.outcome == .cancelled }
    let success = isRetried ? "loaded after retry" : "loaded at first try"
    let end = isCancelled ? "interrupted" : failures.isEmpty ? success : ""
    let mark = isCancelled ? "–" : loaded.count < results.count ? "✗" : isRetried ? "↻" : "✓"
    return [
      mark, kind, "\(results.count)", "\(loaded.count)", Self.range(attempts),
      Quantity.text(results.map(\.waited).max() ?? .zero), Quantity.text(results.map(\.elapsed).max() ?? .zero),
      ([end] + failures).filter { !$0.isEmpty }.joined(separator: ", "),
    ]
  }

  private static func range(_ values: [Int]) -> String {
    guard let least = values.min(), let most = values.max() else { return "" }
    return least == most ? "\(least)" : "\(least)–\(most)"
  }

  /// What the loader itself counted.
  static func totals(_ statistics: Statistics, _ end: SessionEnd, connections: Int) -> [String] {
    [
      "",
      end.summary,
      "\(Quantity.text(count: statistics.attempts, "attempt")), \(statistics.retries) of them retries, over "
        + Quantity.text(count: connections, "connection"),
      "in line: half within \(Quantity.text(statistics.waitingTime.p50)), "
        + "99 % within \(Quantity.text(statistics.waitingTime.p99))",
      "fetching: half within \(Quantity.text(statistics.fetchingTime.p50)), "
        + "99 % within \(Quantity.text(statistics.fetchingTime.p99))",
    ]
  }
}
