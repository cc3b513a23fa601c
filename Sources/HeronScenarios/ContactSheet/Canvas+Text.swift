extension Canvas {
  /// Where a text's given x lies.
  public enum Alignment: Sendable {
    /// At its left end.
    case left
    /// In its middle.
    case centre
    /// At its right end.
    case right
  }

  /// Writes one line of text.
  ///
  /// - Parameters:
  ///   - x: where it starts, its middle or its end, by `alignment`, in pixels.
  ///   - y: the top of its capitals.
  ///   - scale: pixels per cell of the typeface; capitals are 7 cells high.
  public mutating func write(
    _ text: String, x: Double, y: Double, scale: Double = 1, _ colour: Colour, alignment: Alignment = .left
  ) {
    guard scale > 0, scale < 1000, x.magnitude < 1e6, y.magnitude < 1e6 else { return }
    let width = BitmapFont.width(of: text, scale: scale)
    var left =
      switch alignment {
      case .left: x
      case .centre: x - width / 2
      case .right: x - width
      }
    if scale.rounded() == scale { left.round() }
    for scalar in text.unicodeScalars {
      let glyph = BitmapFont.glyph(for: scalar)
      draw(glyph, x: left, y: y, scale: scale, colour)
      left += Double(glyph.width + 1) * scale
    }
  }

  // Each pixel looks at four by four points of the letter, so that any scale has smooth edges.
  private mutating func draw(_ glyph: BitmapFont.Glyph, x: Double, y: Double, scale: Double, _ colour: Colour) {
    let detail = Double(BitmapFont.detail) / scale
    let stride = glyph.width * BitmapFont.detail
    let rows = BitmapFont.height * BitmapFont.detail
    let right = Int((x + Double(glyph.width) * scale).rounded(.up))
    let bottom = Int((y + Double(BitmapFont.height) * scale).rounded(.up))
    let firstRow = max(Int(y), 0)
    let firstColumn = max(Int(x), 0)
    guard firstRow < min(bottom, height), firstColumn < min(right, width) else { return }
    for row in firstRow..<min(bottom, height) {
      for column in firstColumn..<min(right, width) {
        var hits = 0
        for point in 0..<16 {
          let across = Int((Double(column) + (Double(point & 3) + 0.5) / 4 - x) * detail)
          let down = Int((Double(row) + (Double(point >> 2) + 0.5) / 4 - y) * detail)
          guard across >= 0, across < stride, down >= 0, down < rows else { continue }
          if glyph.coverage[down * stride + across] { hits += 1 }
        }
        blend(column, row, colour, coverage: Double(hits) / 16)
      }
    }
  }
}
