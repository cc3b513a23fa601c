import HeronEngine

/// A canvas with the random draws and the few strokes that all scenes are painted with.
struct Brush {
  var canvas: Canvas
  private var generator: SeededGenerator

  init(width: Int, height: Int, seed: UInt64) {
    canvas = Canvas(width: width, height: height)
    generator = SeededGenerator(seed: seed)
    // Seeds of neighbouring pictures are neighbours; the first draws of the generator part them.
    _ = generator.next()
  }

  var width: Double { Double(canvas.width) }
  var height: Double { Double(canvas.height) }

  mutating func draw(_ range: ClosedRange<Double>) -> Double {
    let share = Double(generator.next() >> 11) / Double(1 << 53)
    return range.lowerBound + (range.upperBound - range.lowerBound) * share
  }

  mutating func draw(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  mutating func pick(_ palettes: [Palette]) -> Palette { palettes[draw(0...palettes.count - 1)] }

  /// A line of hills: heights from the bottom for each column, as sums of waves, each half as long and half as high.
  mutating func ridge(level: Double, rise: Double, waves: Double, octaves: Int) -> [Double] {
    var heights = Array(repeating: level, count: canvas.width)
    for octave in 0..<octaves {
      let size = Double(1 << octave)
      let pace = waves * size * draw(0.8...1.25) / width
      let start = draw(0.0...1.0)
      for column in heights.indices { heights[column] += rise / size * wave(Double(column) * pace + start) }
    }
    return heights
  }

  /// Fills from a ridge to the bottom, with a gradient from its highest point downwards.
  mutating func fill(below ridge: [Double], top: Colour, bottom: Colour, to end: Double = 0) {
    guard let highest = ridge.max(), let lowest = ridge.min(), ridge.count == canvas.width else { return }
    let start = max(height - highest, 0)
    let depth = max(height - end - start, 1)
    for row in Int(start)..<canvas.height {
      let colour = top.mixed(with: bottom, (Double(row) - start) / depth)
      if Double(row) > height - lowest {
        canvas.fillRun(row: row, columns: 0..<canvas.width, colour)
        continue
      }
      for (column, level) in ridge.enumerated() {
        canvas.blend(column, row, colour, coverage: min(Double(row + 1) - (height - level), 1))
      }
    }
  }

  /// A sun or moon with a soft glow.
  mutating func shine(x: Double, y: Double, radius: Double, _ colour: Colour) {
    for ring in 0..<6 {
      canvas.fillDisc(x: x, y: y, radius: radius * (3.2 - Double(ring) * 0.36), colour, opacity: 0.05)
    }
    canvas.fillDisc(x: x, y: y, radius: radius, colour)
  }

  /// Writes the number into the lower left corner.
  mutating func sign(_ number: Int) {
    let scale = max(height / 80, 1)
    let text = "\(number)"
    let box = BitmapFont.width(of: text, scale: scale) + 6 * scale
    let frame = Frame(
      x: Int(4 * scale), y: Int(height - 17 * scale), width: Int(max(box, 13 * scale)), height: Int(13 * scale))
    canvas.fill(frame, radius: 4 * scale, .black, opacity: 0.35)
    canvas.write(
      text, x: Double(frame.x) + Double(frame.width) / 2, y: Double(frame.y) + 3 * scale, scale: scale, .white,
      alignment: .centre)
  }
}

/// A sine of turns, within 0.1 % and the same on every machine: no mathematics library takes part.
///
/// A parabola per half turn, pulled towards the sine by a part of its own square.
func wave(_ turns: Double) -> Double {
  let place = turns - turns.rounded(.down)
  let parabola = place < 0.5 ? 16 * place * (0.5 - place) : -16 * (place - 0.5) * (1 - place)
  return 0.225 * (parabola * parabola.magnitude - parabola) + parabola
}
