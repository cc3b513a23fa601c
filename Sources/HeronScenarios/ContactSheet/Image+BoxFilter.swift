public import HeronEngine

extension Image {
  /// The picture at another size: each new pixel is the mean of the area that it covers (a box filter).
  ///
  /// Good for making pictures smaller. Colours are weighted by their alpha, so that what is transparent does not
  /// bleed. A side below 1 counts as 1.
  public func boxScaled(width newWidth: Int, height newHeight: Int) -> Image {
    let columns = boxes(from: width, to: max(newWidth, 1))
    let rows = boxes(from: height, to: max(newHeight, 1))
    let area = width * height
    let result = [UInt8](unsafeUninitializedCapacity: columns.count * rows.count * 4) { result, count in
      pixels.withUnsafeBufferPointer { source in
        guard let source = source.baseAddress, var target = result.baseAddress else { return }
        for row in rows {
          for column in columns {
            sum(of: source, columns: column, rows: row).store(in: target, area: area)
            target += 4
          }
        }
        count = columns.count * rows.count * 4
      }
    }
    return Image(width: columns.count, height: rows.count, format: format, pixels: result)
  }

  /// The size at which the picture fits into `width` × `height` with its shape kept; it is never made larger.
  public func sizeFitting(width limitWidth: Int, height limitHeight: Int) -> (width: Int, height: Int) {
    if width <= limitWidth, height <= limitHeight { return (width, height) }
    if width * limitHeight > height * limitWidth {
      return (limitWidth, max((height * limitWidth + width / 2) / width, 1))
    }
    return (max((width * limitHeight + height / 2) / height, 1), limitHeight)
  }

  private typealias Box = (first: Int, weights: [Int])

  // Measured in units in which a new pixel is `old` wide and an old one `new` wide, all overlaps are whole numbers,
  // and those of one new pixel add up to `old`.
  private func boxes(from old: Int, to new: Int) -> [Box] {
    (0..<new).map { index in
      let start = index * old
      let end = start + old
      let first = start / new
      let weights = (first...(end - 1) / new).map { min(end, ($0 + 1) * new) - max(start, $0 * new) }
      return (first, weights)
    }
  }

  // Written plainly, with pointers: this is where a debug build spends its time on a sheet.
  private func sum(of source: UnsafePointer<UInt8>, columns: Box, rows: Box) -> WeightedSum {
    var sum = WeightedSum()
    var line = source + (rows.first * width + columns.first) * 4
    for rowWeight in rows.weights {
      var pixel = line
      for columnWeight in columns.weights {
        let weight = rowWeight &* columnWeight &* Int(pixel[3])
        sum.red &+= weight &* Int(pixel[0])
        sum.green &+= weight &* Int(pixel[1])
        sum.blue &+= weight &* Int(pixel[2])
        sum.alpha &+= weight
        pixel += 4
      }
      line += width * 4
    }
    return sum
  }
}

/// Colours weighted by area and alpha, added up.
private struct WeightedSum {
  var red = 0
  var green = 0
  var blue = 0
  var alpha = 0

  func store(in pixel: UnsafeMutablePointer<UInt8>, area: Int) {
    let divisor = max(alpha, 1)
    pixel[0] = UInt8(truncatingIfNeeded: (red + alpha / 2) / divisor)
    pixel[1] = UInt8(truncatingIfNeeded: (green + alpha / 2) / divisor)
    pixel[2] = UInt8(truncatingIfNeeded: (blue + alpha / 2) / divisor)
    pixel[3] = UInt8(truncatingIfNeeded: (alpha + area / 2) / area)
  }
}
