public import HeronEngine

extension Canvas {
  /// Draws a picture over what is there, in the middle of `frame`, made smaller to fit but never larger.
  ///
  /// - Returns: where it came to lie.
  @discardableResult
  public mutating func draw(_ picture: Image, in frame: Frame) -> Frame {
    let size = picture.sizeFitting(width: max(frame.width, 1), height: max(frame.height, 1))
    let same = size == (picture.width, picture.height)
    let fitted = same ? picture : picture.boxScaled(width: size.width, height: size.height)
    let place = Frame(
      x: frame.x + (frame.width - size.width) / 2, y: frame.y + (frame.height - size.height) / 2,
      width: size.width, height: size.height)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let index = (row * size.width + column) * 4
        let colour = Colour(
          red: fitted.pixels[index], green: fitted.pixels[index + 1], blue: fitted.pixels[index + 2])
        let coverage = Double(fitted.pixels[index + 3]) / 255
        blend(place.x + column, place.y + row, colour, coverage: coverage)
      }
    }
    return place
  }

  /// Rounds the corners of what was drawn in `frame`: outside of them, `background` shows again.
  public mutating func roundCorners(of frame: Frame, radius: Int, background: Colour) {
    let round = min(radius, min(frame.width, frame.height) / 2)
    for row in 0..<max(round, 0) {
      for column in 0..<round {
        let across = Double(round - column) - 0.5
        let down = Double(round - row) - 0.5
        let outside = (across * across + down * down).squareRoot() - Double(round) + 0.5
        guard outside > 0 else { continue }
        for x in [frame.x + column, frame.x + frame.width - 1 - column] {
          for y in [frame.y + row, frame.y + frame.height - 1 - row] {
            blend(x, y, background, coverage: min(outside, 1))
          }
        }
      }
    }
  }
}
