import HeronEngine
import HeronScenarios
import Testing

@Suite struct ContactSheetTests {
  private let red = Image(width: 8, height: 8, format: .png, pixels: Self.pixels(of: (200, 10, 20), count: 64))

  private static func pixels(of colour: (UInt8, UInt8, UInt8), count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in [colour.0, colour.1, colour.2, 255] }
  }

  private func colour(of sheet: Image, x: Int, y: Int) -> Colour {
    let index = (y * sheet.width + x) * 4
    return Colour(red: sheet.pixels[index], green: sheet.pixels[index + 1], blue: sheet.pixels[index + 2])
  }

  @Test func `sixty tiles stand in rows of ten, evenly and inside the margins`() {
    let layout = SheetLayout.fitting(count: 60)
    #expect(layout.columns == 10)
    #expect(layout.rows(for: 60) == 6)
    let sheet = layout.sheet(for: 60)
    let frames = (0..<60).map(layout.tile)
    #expect(frames[0].x == layout.margin)
    #expect(frames[9].x + frames[9].width == sheet.width - layout.margin)
    #expect(frames[59].y + frames[59].height + layout.captionHeight == sheet.height - layout.margin)
    #expect((1..<10).allSatisfy { frames[$0].x - frames[$0 - 1].x == layout.tileWidth + layout.gap })
    #expect(frames[10].x == frames[0].x)
  }

  @Test func `a last row need not be full, and no tile at all is a sheet too`() {
    let layout = SheetLayout()
    #expect(layout.rows(for: 11) == 2)
    #expect(layout.rows(for: 0) == 1)
    let empty = ContactSheet(title: "Nothing", summary: "", tiles: []).draw()
    #expect(empty.width == SheetLayout.fitting(count: 0).sheet(for: 0).width)
  }

  @Test func `a small picture stands unscaled in the middle of its tile`() {
    let sheet = ContactSheet(title: "One", summary: "", tiles: [.init(.picture(red))])
    let layout = SheetLayout.fitting(count: 1)
    let tile = layout.tile(0)
    let drawn = sheet.draw()
    let (x, y) = (tile.x + tile.width / 2, tile.y + tile.height / 2)
    #expect(colour(of: drawn, x: x, y: y) == Colour(red: 200, green: 10, blue: 20))
    #expect(colour(of: drawn, x: x + 6, y: y) != Colour(red: 200, green: 10, blue: 20))
  }

  @Test func `a failure, a picture, a retried picture and an empty tile look different`() {
    let tiles: [ContactSheet.Tile] = [
      .init(.picture(red)), .init(.picture(red), attempts: 2), .init(.failure(reason: "HTTP 404")), .init(.empty),
    ]
    let sheets = tiles.map { ContactSheet(title: "One", summary: "", tiles: [$0]).draw() }
    #expect(Set(sheets).count == 4)
  }

  @Test func `captions and reasons of any length or script are cut to their place`() {
    let long = String(repeating: "a reason without end ", count: 40) + "\u{1F426} \u{E9}\n\t"
    let tile = ContactSheet.Tile(.failure(reason: long), caption: long, attempts: 99)
    let sheet = ContactSheet(title: long, summary: long, tiles: [tile])
    let layout = SheetLayout.fitting(count: 1)
    let drawn = sheet.draw()
    let background = colour(of: drawn, x: 0, y: 0)
    for y in 0..<drawn.height {
      #expect(colour(of: drawn, x: drawn.width - layout.margin / 2, y: y) == background)
    }
  }

  @Test func `a box filter keeps the mean and weighs colours by their alpha`() {
    let pair = Image(width: 2, height: 1, format: .png, pixels: [100, 0, 0, 255, 200, 0, 0, 255])
    #expect(pair.boxScaled(width: 1, height: 1).pixels == [150, 0, 0, 255])
    let half = Image(width: 2, height: 1, format: .png, pixels: [100, 0, 0, 255, 255, 255, 255, 0])
    #expect(half.boxScaled(width: 1, height: 1).pixels == [100, 0, 0, 128])
    let three = Image(width: 3, height: 1, format: .png, pixels: Self.pixels(of: (9, 8, 7), count: 3))
    #expect(three.boxScaled(width: 2, height: 5).pixels == Self.pixels(of: (9, 8, 7), count: 10))
  }

  @Test func `a picture fits with its shape kept and is never made larger`() {
    let wide = Image(width: 40, height: 10, format: .png, pixels: Self.pixels(of: (1, 2, 3), count: 400))
    #expect(wide.sizeFitting(width: 20, height: 20) == (20, 5))
    #expect(wide.sizeFitting(width: 100, height: 5) == (20, 5))
    #expect(wide.sizeFitting(width: 400, height: 400) == (40, 10))
    #expect(wide.sizeFitting(width: 1, height: 1) == (1, 1))
  }

  @Test func `text is as wide as its letters, and what does not fit ends in two dots`() {
    #expect(BitmapFont.width(of: "") == 0)
    #expect(BitmapFont.width(of: "il") < BitmapFont.width(of: "MW"))
    #expect(BitmapFont.width(of: "M", scale: 3) == 15)
    #expect(BitmapFont.fitted("short", width: 100) == "short")
    let cut = BitmapFont.fitted("rather a long line", width: 40)
    #expect(cut.hasSuffix(".."))
    #expect(BitmapFont.width(of: cut) <= 40)
  }

  @Test func `drawing outside the canvas changes nothing and does not trap`() {
    let clean = Canvas(width: 10, height: 10)
    var canvas = clean
    canvas.fillDisc(x: -50, y: 900, radius: 4, .white)
    canvas.fillDisc(x: .nan, y: 1, radius: .infinity, .white)
    canvas.fill(Frame(x: 20, y: -9, width: 5, height: 5), radius: 2, .white)
    canvas.write("far away", x: 1e9, y: -1e9, scale: 2, .white)
    canvas.write("left of it", x: -500, y: 1, .white)
    #expect(canvas.image == clean.image)
    #expect(canvas[10, 0] == nil)
  }
}
