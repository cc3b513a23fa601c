import Foundation

/// A figure with what was measured.
struct Row: Encodable {
  let group: String
  let title: String
  let unit: String
  let value: Spread?
  let peer: Spread?
  let ratio: Double?
  let bar: String
  /// Nil where there is no bar.
  let isMet: Bool?

  init(_ figure: Figure, _ samples: Samples) {
    group = figure.group
    title = figure.title
    unit = figure.unit
    value = samples.spread(of: figure.value)
    peer = figure.peer.flatMap(samples.spread)
    let ratio: Double? = if let value, let peer { value.median / peer.median } else { nil }
    self.ratio = ratio
    switch figure.bar {
    case .none: (bar, isMet) = ("", nil)
    case .value(let most): (bar, isMet) = ("≤ \(Report.short(most)) \(figure.unit)", value.map { $0.median <= most })
    case .ratio(let most): (bar, isMet) = ("≤ \(Report.short(most)) ×", ratio.map { $0 <= most })
    }
  }

  /// A row of which less is better, held to no more than `mostRatio` times its peer.
  init(group: String, title: String, unit: String, value: Spread, peer: Spread, mostRatio: Double?) {
    (self.group, self.title, self.unit, self.value, self.peer) = (group, title, unit, value, peer)
    let ratio = value.median / peer.median
    self.ratio = ratio
    bar = mostRatio.map { "≤ \(Report.short($0)) ×" } ?? ""
    isMet = mostRatio.map { ratio <= $0 }
  }

  /// A row of which more is better, held to no less than `leastRatio` times its peer.
  init(group: String, title: String, unit: String, value: Spread, peer: Spread, leastRatio: Double?) {
    (self.group, self.title, self.unit, self.value, self.peer) = (group, title, unit, value, peer)
    let ratio = value.median / peer.median
    self.ratio = ratio
    bar = leastRatio.map { "≥ \(Report.short($0)) ×" } ?? ""
    isMet = leastRatio.map { ratio >= $0 }
  }
}

/// The rows as they are printed.
enum Report {
  static func json(_ rows: [Row]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(rows), as: UTF8.self)
  }

  static func table(_ rows: [Row]) -> String {
    let header = ["figure", "", "median (least … most)", "peer", "ratio", "bar", "met"]
    return grid([header] + rows.map(cells))
  }

  /// Columns under each other; all lines have as many as the first.
  static func grid(_ grid: [[String]]) -> String {
    let widths = grid[0].indices.map { column in grid.map { $0[column].count }.max() ?? 0 }
    let lines = grid.map { line in
      zip(line, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }.joined(separator: "  ")
    }
    return lines.joined(separator: "\n")
  }

  /// Three digits that count, and no more.
  static func short(_ value: Double) -> String {
    let magnitude = abs(value)
    if value == value.rounded(), magnitude < 1e6 { return String(Int(value)) }
    let places = magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : magnitude >= 1 ? 2 : 3
    return String(format: "%.\(places)f", value)
  }

  private static func cells(_ row: Row) -> [String] {
    [
      row.title, row.unit, spread(row.value), spread(row.peer), row.ratio.map { "\(short($0)) ×" } ?? "", row.bar,
      row.isMet.map { $0 ? "yes" : "NO" } ?? "",
    ]
  }

  private static func spread(_ spread: Spread?) -> String {
    guard let spread else { return "" }
    return "\(short(spread.median)) (\(short(spread.least)) … \(short(spread.most)))"
  }
}
