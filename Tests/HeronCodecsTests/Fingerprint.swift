import Foundation
import HeronEngine
import Testing

/// Means of a picture's 64 cells, by which decoders that round differently are held against each other: eight by eight,
/// each red, green and blue times alpha, and alpha.
struct Fingerprint: Decodable {
  private var w: Int
  private var h: Int
  private var grid: String
  private var oriented_w: Int?
  private var oriented_h: Int?
  private var oriented_grid: String?

  /// Of the picture as it is to be shown.
  var width: Int { oriented_w ?? w }
  var height: Int { oriented_h ?? h }

  /// How far any mean may be off: rounding, and another way to enlarge the colours.
  static let tolerance = 3

  /// Those of a folder, by their files' names.
  static func all(in folder: String) throws -> [String: Fingerprint] {
    let path = "\(try #require(corpus))/\(folder)/fingerprints.json"
    return try JSONDecoder().decode([String: Fingerprint].self, from: Data(contentsOf: URL(filePath: path)))
  }

  /// The most by which a picture's means are off; nil where its size is another one.
  func distance(to image: Image) -> Int? {
    guard image.width == width, image.height == height else { return nil }
    let means = Self.means(of: image)
    let digits = Array((oriented_grid ?? grid).utf8)
    let expected = stride(from: 0, to: digits.count, by: 2).map { place in
      Int(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16) ?? 0
    }
    return zip(means, expected).map { abs($0 - $1) }.max()
  }

  private static func means(of image: Image) -> [Int] {
    var means: [Int] = []
    for row in 0..<8 {
      for column in 0..<8 {
        let ys = row * image.height / 8..<max(row * image.height / 8 + 1, (row + 1) * image.height / 8)
        let xs = column * image.width / 8..<max(column * image.width / 8 + 1, (column + 1) * image.width / 8)
        means += mean(of: image, xs, ys)
      }
    }
    return means
  }

  private static func mean(of image: Image, _ xs: Range<Int>, _ ys: Range<Int>) -> [Int] {
    var sums = [0.0, 0.0, 0.0, 0.0]
    for y in ys {
      for x in xs {
        let place = (y * image.width + x) * 4
        let alpha = Double(image.pixels[place + 3])
        for channel in 0..<3 { sums[channel] += Double(image.pixels[place + channel]) * alpha / 255 }
        sums[3] += alpha
      }
    }
    return sums.map { Int(($0 / Double(xs.count * ys.count)).rounded()) }
  }
}
