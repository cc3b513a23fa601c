public import HeronEngine

/// What came of many loads on one picture: a grid of thumbnails with captions, and tiles that say why one is missing.
public struct ContactSheet: Sendable {
  /// One cell.
  public struct Tile: Sendable {
    /// What a cell shows.
    public enum Content: Sendable {
      /// The picture that came.
      case picture(Image)
      /// None came, and why in a few words.
      case failure(reason: String)
      /// Nothing is known yet.
      case empty
    }

    /// What it shows.
    public var content: Content
    /// The line below it.
    public var caption: String
    /// How many attempts it took; from two on, the cell is marked as retried.
    public var attempts: Int

    /// A cell.
    public init(_ content: Content, caption: String = "", attempts: Int = 1) {
      self.content = content
      self.caption = caption
      self.attempts = attempts
    }
  }

  /// The large line on top.
  public var title: String
  /// The small line below it.
  public var summary: String
  /// The cells, row by row.
  public var tiles: [Tile]
  /// Where they lie; nil for one that suits their number.
  public var layout: SheetLayout?

  /// A sheet.
  public init(title: String, summary: String, tiles: [Tile], layout: SheetLayout? = nil) {
    self.title = title
    self.summary = summary
    self.tiles = tiles
    self.layout = layout
  }

  /// The sheet as a picture.
  public func draw() -> Image {
    let layout = self.layout ?? SheetLayout.fitting(count: tiles.count)
    let size = layout.sheet(for: tiles.count)
    var canvas = Canvas(width: size.width, height: size.height, colour: SheetColours.background)
    drawHeader(on: &canvas, layout)
    for (index, tile) in tiles.enumerated() {
      tile.draw(on: &canvas, in: layout.tile(index), captionHeight: layout.captionHeight)
    }
    return canvas.image
  }

  private func drawHeader(on canvas: inout Canvas, _ layout: SheetLayout) {
    let left = Double(layout.margin)
    let room = Double(canvas.width - 2 * layout.margin)
    canvas.write(
      BitmapFont.fitted(title, width: room, scale: 3), x: left, y: Double(layout.margin) - 6, scale: 3,
      SheetColours.title)
    canvas.write(
      BitmapFont.fitted(summary, width: room, scale: 1.75), x: left, y: Double(layout.margin) + 26, scale: 1.75,
      SheetColours.summary)
    drawLegend(on: &canvas, right: Double(canvas.width - layout.margin), y: Double(layout.margin) - 2)
  }

  // Right to left, so that it ends flush with the last column.
  private func drawLegend(on canvas: inout Canvas, right: Double, y: Double) {
    let entries: [(String, Colour)] = [
      ("failed", SheetColours.failed), ("retried", SheetColours.retried), ("at once", SheetColours.succeeded),
    ]
    var end = right
    for (text, colour) in entries {
      canvas.write(text, x: end, y: y, scale: 1.5, SheetColours.summary, alignment: .right)
      end -= BitmapFont.width(of: text, scale: 1.5) + 12
      canvas.fillDisc(x: end, y: y + 5.5, radius: 5, colour)
      end -= 22
    }
  }
}

/// The colours of a sheet: a dark neutral ground that leaves the say to the pictures.
enum SheetColours {
  static let background = Colour(0x17181C)
  static let tile = Colour(0x22242A)
  static let title = Colour(0xF2F3F5)
  static let summary = Colour(0x9AA0AB)
  static let caption = Colour(0xB4B9C2)
  static let succeeded = Colour(0x3FB68B)
  static let retried = Colour(0xF0B429)
  static let failed = Colour(0xE5575C)
  static let failureGround = Colour(0x2B1F23)
  static let failureEdge = Colour(0x6B3036)
  static let failureText = Colour(0xF0B6B8)
}
