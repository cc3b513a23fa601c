/// Columns of text under each other.
struct TextTable {
  var rows: [[String]]
  /// The columns, from 0, that end flush on the right.
  var rightAligned: Set<Int>

  /// The lines, each passed through `paint` with its number.
  func lines(_ paint: (Int, String) -> String) -> [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    return rows.enumerated().map { number, row in
      let cells = row.enumerated().map { column, text in
        let space = String(repeating: " ", count: widths[column] - text.count)
        return rightAligned.contains(column) ? space + text : text + space
      }
      let line = cells.joined(separator: "  ")
      return paint(number, String(line.reversed().drop { $0 == " " }.reversed()))
    }
  }
}
