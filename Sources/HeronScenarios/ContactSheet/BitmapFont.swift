/// A small proportional typeface of five columns and eight rows, the eighth for descenders: enough for captions
/// without any font library. Printable ASCII; anything else is drawn as a small box.
public struct BitmapFont: Sendable {
  /// Rows of a line of text at scale 1, descenders included.
  public static let height = 8
  /// Rows of a capital letter at scale 1.
  public static let capHeight = 7

  /// One letter: `coverage` holds `width` × 8 rows, each cell divided `BitmapFont.detail` times each way.
  struct Glyph: Sendable {
    var width: Int
    var coverage: [Bool]
  }

  /// How finely a letter's outline is known: parts of a cell, each way.
  static let detail = 4
  private static let glyphs: [Glyph] = columns.map { glyph(columns: $0) }
  private static let unknown = glyph(columns: [0x7F, 0x41, 0x41, 0x41, 0x7F])

  /// How wide a text is at a scale, in pixels.
  public static func width(of text: String, scale: Double = 1) -> Double {
    let cells = text.unicodeScalars.reduce(0) { $0 + glyph(for: $1).width + 1 }
    return Double(max(cells - 1, 0)) * scale
  }

  /// The longest beginning of `text` that fits into `width` pixels, with two dots where something was cut.
  public static func fitted(_ text: String, width: Double, scale: Double = 1) -> String {
    guard self.width(of: text, scale: scale) > width else { return text }
    var short = text
    while !short.isEmpty, self.width(of: short + "..", scale: scale) > width { short.removeLast() }
    return short + ".."
  }

  static func glyph(for scalar: Unicode.Scalar) -> Glyph {
    let index = Int(scalar.value) - 32
    return glyphs.indices.contains(index) ? glyphs[index] : unknown
  }

  // Empty columns at the sides are dropped, which makes the typeface proportional; a blank is three wide.
  private static func glyph(columns: [UInt8]) -> Glyph {
    guard let first = columns.firstIndex(where: { $0 != 0 }), let last = columns.lastIndex(where: { $0 != 0 }) else {
      return Glyph(width: 3, coverage: Array(repeating: false, count: 3 * detail * height * detail))
    }
    let width = last - first + 1
    var cells: [Bool] = []
    for row in 0..<height { cells += columns[first...last].map { $0 & UInt8(1 << row) != 0 } }
    let twice = doubled(cells, width: width)
    return Glyph(width: width, coverage: doubled(twice, width: width * 2))
  }

  // Scale2x (A. Mazzoleni, 2001): doubles a bitmap and rounds its stairs into diagonals.
  private static func doubled(_ cells: [Bool], width: Int) -> [Bool] {
    let rows = cells.count / width
    func cell(_ column: Int, _ row: Int) -> Bool {
      column >= 0 && column < width && row >= 0 && row < rows && cells[row * width + column]
    }
    var result = Array(repeating: false, count: cells.count * 4)
    for row in 0..<rows {
      for column in 0..<width {
        let (up, down) = (cell(column, row - 1), cell(column, row + 1))
        let (left, right) = (cell(column - 1, row), cell(column + 1, row))
        let own = cell(column, row)
        let corner = row * 2 * width * 2 + column * 2
        result[corner] = left == up && left != down && up != right ? up : own
        result[corner + 1] = up == right && up != left && right != down ? right : own
        result[corner + width * 2] = down == left && down != right && left != up ? left : own
        result[corner + width * 2 + 1] = right == down && right != up && down != left ? right : own
      }
    }
    return result
  }
}
