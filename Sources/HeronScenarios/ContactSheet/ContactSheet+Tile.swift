extension ContactSheet.Tile {
  /// Draws picture or failure, badge and caption.
  func draw(on canvas: inout Canvas, in frame: Frame, captionHeight: Int) {
    switch content {
    case .picture(let picture):
      canvas.fill(frame, SheetColours.tile)
      canvas.draw(picture, in: frame)
      canvas.roundCorners(of: frame, radius: 6, background: SheetColours.background)
    case .failure(let reason):
      drawFailure(reason, on: &canvas, in: frame)
    case .empty:
      canvas.fill(frame, radius: 6, SheetColours.tile)
    }
    if captionHeight > 0 { drawCaption(on: &canvas, below: frame, height: captionHeight) }
  }

  private var badge: (colour: Colour, text: String)? {
    switch content {
    case .empty: nil
    case .failure: (SheetColours.failed, attempts > 1 ? "\(attempts)" : "")
    case .picture: attempts > 1 ? (SheetColours.retried, "\(attempts)") : (SheetColours.succeeded, "")
    }
  }

  // The badge stands before the caption, not on the picture, which is left as it came.
  private func drawCaption(on canvas: inout Canvas, below frame: Frame, height: Int) {
    let top = Double(frame.y + frame.height) + 7
    var left = Double(frame.x) + 1
    if let badge {
      let width = badge.text.isEmpty ? 9 : max(BitmapFont.width(of: badge.text, scale: 1.25) + 7, 13)
      let height = badge.text.isEmpty ? 9.0 : 13
      canvas.fillPill(x: left, y: top + 5 - height / 2, width: width, height: height, badge.colour)
      canvas.write(
        badge.text, x: left + width / 2, y: top + 0.75, scale: 1.25, SheetColours.background, alignment: .centre)
      left += width + 6
    }
    let room = Double(frame.x + frame.width) - left
    let text = BitmapFont.fitted(caption, width: room, scale: 1.5)
    canvas.write(text, x: left, y: top, scale: 1.5, SheetColours.caption)
  }

  private func drawFailure(_ reason: String, on canvas: inout Canvas, in frame: Frame) {
    canvas.fill(frame, radius: 6, SheetColours.failureEdge)
    canvas.fill(frame.inset(by: 1), radius: 5, SheetColours.failureGround)
    let lines = wrapped(reason, width: Double(frame.width - 20), scale: 1.5, most: 3)
    let centre = Double(frame.x) + Double(frame.width) / 2
    let block = 30 + 12 + Double(lines.count) * 15
    let top = Double(frame.y) + (Double(frame.height) - block) / 2
    canvas.fillDisc(x: centre, y: top + 15, radius: 15, SheetColours.failed)
    canvas.drawLine(
      from: (centre - 5.5, top + 9.5), to: (centre + 5.5, top + 20.5), thickness: 3, SheetColours.failureGround)
    canvas.drawLine(
      from: (centre + 5.5, top + 9.5), to: (centre - 5.5, top + 20.5), thickness: 3, SheetColours.failureGround)
    for (index, line) in lines.enumerated() {
      canvas.write(
        line, x: centre, y: top + 42 + Double(index) * 15, scale: 1.5, SheetColours.failureText, alignment: .centre)
    }
  }
}

extension Canvas {
  /// Fills a rectangle with half-round ends, placed to fractions of a pixel.
  mutating func fillPill(x: Double, y: Double, width: Double, height: Double, _ colour: Colour) {
    let radius = height / 2
    let rows = Int(y.rounded(.down))..<Int((y + height).rounded(.up))
    fillShape(rows: rows, colour) { line in
      let off = line - y - radius
      let half = (radius * radius - off * off).squareRoot()
      return half.isNaN ? nil : (x + radius - half, x + width - radius + half)
    }
  }
}

/// Breaks a text between words into at most so many lines; the last one is cut where more would follow.
func wrapped(_ text: String, width: Double, scale: Double, most: Int) -> [String] {
  var lines: [String] = []
  for word in text.split(separator: " ") {
    if let last = lines.last, BitmapFont.width(of: "\(last) \(word)", scale: scale) <= width || lines.count == most {
      lines[lines.count - 1] = "\(last) \(word)"
    } else {
      lines.append(String(word))
    }
  }
  return lines.map { BitmapFont.fitted($0, width: width, scale: scale) }
}
