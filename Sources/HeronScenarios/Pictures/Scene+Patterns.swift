extension Brush {
  mutating func paintBubbles() {
    let palette = pick(Palette.days)
    canvas.fillGradient(canvas.frame, top: palette.near, bottom: palette.far)
    let colours = [palette.high, palette.low, palette.light, palette.far]
    for layer in 0..<34 {
      let radius = draw(0.03...0.2) * height * (1.25 - Double(layer) / 40)
      let x = draw(-0.05...1.05) * width
      let y = draw(-0.05...1.05) * height
      let colour = colours[draw(0...colours.count - 1)]
      canvas.fillDisc(x: x, y: y, radius: radius, colour, opacity: draw(0.22...0.6))
      canvas.fillDisc(x: x - radius * 0.35, y: y - radius * 0.4, radius: radius * 0.16, .white, opacity: 0.35)
    }
  }

  mutating func paintDunes() {
    let palette = pick(Palette.days)
    canvas.fillGradient(canvas.frame, top: palette.low, bottom: palette.light)
    shine(x: draw(0.2...0.8) * width, y: draw(0.14...0.26) * height, radius: 0.07 * height, palette.light)
    let layers = 7
    for layer in 0..<layers {
      let share = Double(layer) / Double(layers - 1)
      let crest = ridge(
        level: (0.66 - 0.6 * share) * height, rise: draw(0.06...0.13) * height, waves: draw(0.5...0.9), octaves: 1)
      let lit = palette.low.mixed(with: palette.high, 0.25 + 0.75 * share)
      fill(below: crest, top: lit, bottom: lit.mixed(with: palette.near, 0.55), to: (0.3 - 0.4 * share) * height)
    }
  }

  // Squares with quarter discs, turned at random: after S. Truchet, 1704.
  mutating func paintTiles() {
    let palette = pick(Palette.days)
    let colours = [palette.high, palette.low, palette.far, palette.near, palette.light]
    let rows = draw(3...5)
    let side = (height / Double(rows)).rounded(.up)
    for row in 0..<rows {
      for column in 0..<Int(width / side) + 1 {
        let ground = draw(0...colours.count - 1)
        let frame = Frame(x: column * Int(side), y: row * Int(side), width: Int(side), height: Int(side))
        canvas.fill(frame, colours[ground])
        let figure = colours[(ground + draw(1...colours.count - 1)) % colours.count]
        let inner = colours[(ground + draw(1...colours.count - 1)) % colours.count]
        let corner = draw(0...3)
        let isDisc = draw(0...4) == 0
        fillQuarter(frame, corner: corner, radius: side, figure, isDisc: isDisc)
        fillQuarter(frame, corner: corner, radius: side * 0.55, inner, isDisc: isDisc)
      }
    }
  }

  private mutating func fillQuarter(_ frame: Frame, corner: Int, radius: Double, _ colour: Colour, isDisc: Bool) {
    let left = Double(frame.x)
    let top = Double(frame.y)
    let side = Double(frame.width)
    let x = isDisc ? left + side / 2 : left + (corner & 1 == 0 ? 0 : side)
    let y = isDisc ? top + side / 2 : top + (corner & 2 == 0 ? 0 : side)
    let reach = isDisc ? radius / 2.3 : radius
    canvas.fillShape(rows: frame.y..<frame.y + frame.height, colour) { line in
      let half = (reach * reach - (line - y) * (line - y)).squareRoot()
      return half.isNaN || half == 0 ? nil : (max(x - half, left), min(x + half, left + side))
    }
  }

  mutating func paintTown() {
    let palette = pick(Palette.nights)
    canvas.fillGradient(canvas.frame, top: palette.high, bottom: palette.low.mixed(with: palette.light, 0.35))
    shine(x: draw(0.2...0.8) * width, y: draw(0.2...0.4) * height, radius: draw(0.07...0.12) * height, palette.light)
    for layer in 0..<3 {
      let share = Double(layer) / 2
      let colour = palette.low.mixed(with: palette.near, 0.35 + 0.6 * share)
      var left = -draw(0...20)
      while left < canvas.width {
        let house = Frame(
          x: left, y: Int(height * (draw(0.3...0.62) + 0.2 * share)), width: draw(18...42), height: canvas.height)
        canvas.fill(house, colour)
        if layer > 0 { lightWindows(house, palette.light, opacity: 0.35 + 0.4 * share) }
        left += house.width + draw(0...5)
      }
    }
  }

  private mutating func lightWindows(_ house: Frame, _ colour: Colour, opacity: Double) {
    for y in stride(from: house.y + 6, to: canvas.height - 4, by: 9) {
      for x in stride(from: house.x + 5, to: house.x + house.width - 6, by: 7) where draw(0...9) < 4 {
        canvas.fill(Frame(x: x, y: y, width: 3, height: 4), colour, opacity: opacity * draw(0.5...1.0))
      }
    }
  }
}
