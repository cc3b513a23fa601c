/// A rectangle of whole pixels.
public struct Frame: Sendable, Hashable {
  /// The left column.
  public var x: Int
  /// The top row.
  public var y: Int
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// A rectangle.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The rectangle with `margin` pixels less on each side; never less than nothing.
  public func inset(by margin: Int) -> Frame {
    Frame(x: x + margin, y: y + margin, width: max(width - 2 * margin, 0), height: max(height - 2 * margin, 0))
  }
}

extension Canvas {
  /// The whole canvas.
  public var frame: Frame { Frame(x: 0, y: 0, width: width, height: height) }

  /// Fills with a gradient from the top row's colour to the bottom row's.
  public mutating func fillGradient(_ frame: Frame, top: Colour, bottom: Colour) {
    for row in 0..<max(frame.height, 0) {
      let share = Double(row) / Double(max(frame.height - 1, 1))
      fillRun(row: frame.y + row, columns: frame.x..<frame.x + frame.width, top.mixed(with: bottom, share))
    }
  }

  /// Fills a rectangle whose corners are quarter circles of `radius` pixels.
  public mutating func fill(_ frame: Frame, radius: Double = 0, _ colour: Colour, opacity: Double = 1) {
    let left = Double(frame.x)
    let right = Double(frame.x + frame.width)
    let top = Double(frame.y)
    let bottom = Double(frame.y + frame.height)
    let round = min(radius, Double(min(frame.width, frame.height)) / 2)
    fillShape(rows: frame.y..<frame.y + max(frame.height, 0), colour, opacity: opacity) { y in
      let depth = max(top + round - y, y - (bottom - round), 0)
      let indent = round - (round * round - depth * depth).squareRoot()
      return indent.isNaN ? nil : (left + indent, right - indent)
    }
  }

  /// Fills a disc around a centre given in pixels from the top left corner.
  public mutating func fillDisc(x: Double, y: Double, radius: Double, _ colour: Colour, opacity: Double = 1) {
    guard radius > 0, (x.magnitude + y.magnitude + radius) < 1e6 else { return }
    let rows = Int((y - radius).rounded(.down))..<Int((y + radius).rounded(.up)) + 1
    fillShape(rows: rows, colour, opacity: opacity) { line in
      let half = (radius * radius - (line - y) * (line - y)).squareRoot()
      return half.isNaN ? nil : (x - half, x + half)
    }
  }

  /// Draws a line of `thickness` pixels with round ends.
  public mutating func drawLine(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), thickness: Double, _ colour: Colour
  ) {
    let longest = max((end.x - start.x).magnitude, (end.y - start.y).magnitude)
    let steps = max(Int(min(longest, 1e4) * 2), 1)
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      fillDisc(
        x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share, radius: thickness / 2, colour)
    }
  }

  /// Fills any shape that is one run on each line: `run` says from where to where it reaches at a height.
  ///
  /// Edges are smooth: four lines are looked at in each row, and each edge pixel gets the share that is covered.
  public mutating func fillShape(
    rows: Range<Int>, _ colour: Colour, opacity: Double = 1, run: (Double) -> (left: Double, right: Double)?
  ) {
    for row in rows.clamped(to: 0..<height) {
      var lines: [(left: Double, right: Double)] = []
      var outer = (left: Double(width), right: 0.0)
      var inner = (left: 0.0, right: Double(width))
      for offset in [0.125, 0.375, 0.625, 0.875] {
        guard var line = run(Double(row) + offset) else { continue }
        line = (min(max(line.left, 0), Double(width)), min(max(line.right, 0), Double(width)))
        outer = (min(outer.left, line.left), max(outer.right, line.right))
        inner = (max(inner.left, line.left), min(inner.right, line.right))
        lines.append(line)
      }
      guard outer.left < outer.right else { continue }
      let touched = Int(outer.left)..<Int(outer.right.rounded(.up))
      let first = min(Int(inner.left.rounded(.up)), touched.upperBound)
      // Where a line misses the shape, no pixel of the row is covered whole.
      let solid = first..<(lines.count == 4 ? max(Int(inner.right), first) : first)
      fillRun(row: row, columns: solid, colour, coverage: opacity)
      for column in touched where !solid.contains(column) {
        let covered = lines.reduce(0) { sum, line in
          sum + max(min(line.right, Double(column + 1)) - max(line.left, Double(column)), 0)
        }
        blend(column, row, colour, coverage: covered / 4 * opacity)
      }
    }
  }
}
