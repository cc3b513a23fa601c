/// Where everything lies on a contact sheet: a grid of equal cells, the rest derived from them. All in pixels.
public struct SheetLayout: Sendable, Hashable {
  /// Cells in a row.
  public var columns = 10
  /// The width of a cell's picture.
  public var tileWidth = 160
  /// The height of a cell's picture.
  public var tileHeight = 120
  /// Between cells, across and down.
  public var gap = 16
  /// Around everything.
  public var margin = 36
  /// The height of the band with title and summary.
  public var headerHeight = 64
  /// The height of the line below each picture; zero for none.
  public var captionHeight = 20

  /// Ten columns of 160 × 120.
  public init() {}

  /// A layout whose sheet is close to square-and-a-half for that number of pictures.
  public static func fitting(count: Int) -> SheetLayout {
    var layout = SheetLayout()
    let ideal = (Double(max(count, 1)) * 1.6).squareRoot().rounded()
    layout.columns = min(max(Int(ideal), 4), 16)
    return layout
  }

  /// Rows of cells for that number of pictures; at least one.
  public func rows(for count: Int) -> Int { max((count + safeColumns - 1) / safeColumns, 1) }

  /// The whole sheet for that number of pictures.
  public func sheet(for count: Int) -> Frame {
    let rows = rows(for: count)
    return Frame(
      x: 0, y: 0,
      width: 2 * margin + safeColumns * tileWidth + (safeColumns - 1) * gap,
      height: 2 * margin + headerHeight + rows * (tileHeight + captionHeight) + (rows - 1) * gap)
  }

  /// Where the picture of that index lies, counting from zero.
  public func tile(_ index: Int) -> Frame {
    let column = index % safeColumns
    let row = index / safeColumns
    return Frame(
      x: margin + column * (tileWidth + gap),
      y: margin + headerHeight + row * (tileHeight + captionHeight + gap),
      width: tileWidth, height: tileHeight)
  }

  private var safeColumns: Int { max(columns, 1) }
}
