/// What a generated picture shows.
enum Scene: CaseIterable {
  case mountains
  case sea
  case bubbles
  case night
  case dunes
  case tiles
  case town
}

extension Brush {
  mutating func paint(_ scene: Scene) {
    switch scene {
    case .mountains: paintMountains()
    case .sea: paintSea()
    case .bubbles: paintBubbles()
    case .night: paintNight()
    case .dunes: paintDunes()
    case .tiles: paintTiles()
    case .town: paintTown()
    }
  }

  private mutating func paintSky(_ palette: Palette) {
    canvas.fillGradient(canvas.frame, top: palette.high, bottom: palette.low)
  }

  private mutating func paintMountains() {
    let palette = pick(Palette.days)
    paintSky(palette)
    shine(x: draw(0.15...0.85) * width, y: draw(0.18...0.4) * height, radius: draw(0.05...0.1) * height, palette.light)
    let layers = draw(4...6)
    for layer in 0..<layers {
      let share = Double(layer) / Double(layers - 1)
      let colour = palette.far.mixed(with: palette.near, share)
      let hills = ridge(
        level: (0.58 - 0.46 * share) * height, rise: (0.13 - 0.05 * share) * height, waves: 1 + share, octaves: 5)
      let haze = colour.mixed(with: palette.low, 0.55 - 0.45 * share)
      fill(below: hills, top: colour, bottom: haze, to: (0.4 - 0.4 * share) * height)
    }
  }

  private mutating func paintSea() {
    let palette = pick(Palette.days)
    paintSky(palette)
    let horizon = draw(0.42...0.55) * height
    let sun = (x: draw(0.25...0.75) * width, radius: draw(0.08...0.14) * height)
    shine(x: sun.x, y: height - horizon - sun.radius * draw(-0.2...1.2), radius: sun.radius, palette.light)
    for layer in 0..<9 {
      let share = Double(layer) / 8
      let colour = palette.far.mixed(with: palette.near, share)
      let crest = ridge(
        level: horizon * (1 - share * 0.88), rise: 0.006 * height + share * 0.022 * height, waves: 5 - 2.5 * share,
        octaves: 2)
      fill(below: crest, top: colour.mixed(with: palette.low, 0.35), bottom: colour, to: horizon * (0.85 - share))
      // The sun's track: broken strips that widen towards us.
      let strip = Frame(
        x: Int(sun.x - sun.radius * draw(0.3...1.1)), y: Int(height - horizon * (1 - share * 0.88)) + 4,
        width: Int(sun.radius * draw(0.9...1.9)), height: 2 + Int(share * 2))
      canvas.fill(strip, radius: 2, palette.light, opacity: 0.55 - 0.35 * share)
    }
  }

  private mutating func paintNight() {
    let palette = pick(Palette.nights)
    paintSky(palette)
    for _ in 0..<110 {
      let glow = draw(0.3...1.0)
      canvas.fillDisc(
        x: draw(0...width), y: draw(0...height * 0.75), radius: draw(0.4...1.1), palette.light, opacity: glow)
    }
    let moon = (x: draw(0.15...0.85) * width, y: draw(0.16...0.34) * height, radius: draw(0.06...0.11) * height)
    shine(x: moon.x, y: moon.y, radius: moon.radius, palette.light)
    let back = ridge(level: 0.33 * height, rise: 0.08 * height, waves: 1.2, octaves: 4)
    fill(below: back, top: palette.far, bottom: palette.far.mixed(with: palette.low, 0.3))
    let front = ridge(level: 0.14 * height, rise: 0.05 * height, waves: 1, octaves: 2)
    for _ in 0..<34 {
      let column = draw(0...canvas.width - 1)
      plantTree(
        x: Double(column), foot: height - front[column] + 3, height: draw(0.12...0.26) * height, palette.near)
    }
    fill(below: front, top: palette.near, bottom: palette.near)
  }

  // A fir: three triangles, each wider than the one above.
  private mutating func plantTree(x: Double, foot: Double, height: Double, _ colour: Colour) {
    for storey in 0..<3 {
      let top = foot - height * (1 - 0.26 * Double(storey))
      let bottom = top + height * 0.44
      let half = height * (0.1 + 0.05 * Double(storey))
      canvas.fillShape(rows: Int(top.rounded(.down))..<Int(bottom.rounded(.up)), colour) { y in
        y < top || y > bottom ? nil : (x - half * (y - top) / (bottom - top), x + half * (y - top) / (bottom - top))
      }
    }
    canvas.fill(Frame(x: Int(x), y: Int(foot - height * 0.1), width: 2, height: Int(height * 0.15)), colour)
  }
}
