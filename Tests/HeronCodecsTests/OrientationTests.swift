import HeronEngine
import Testing

@testable import HeronCodecs

@Suite struct OrientationTests {
  /// Two columns and three rows, numbered from the top left.
  private static let stored = [1, 2, 3, 4, 5, 6]

  /// How such a picture is to be shown, row by row, by the tag's value.
  private static let upright: [(value: Int, width: Int, pixels: [Int])] = [
    (1, 2, [1, 2, 3, 4, 5, 6]), (2, 2, [2, 1, 4, 3, 6, 5]), (3, 2, [6, 5, 4, 3, 2, 1]), (4, 2, [5, 6, 3, 4, 1, 2]),
    (5, 3, [1, 3, 5, 2, 4, 6]), (6, 3, [5, 3, 1, 6, 4, 2]), (7, 3, [6, 4, 2, 5, 3, 1]), (8, 3, [2, 4, 6, 1, 3, 5]),
  ]

  private static func image(_ numbers: [Int], width: Int) -> Image {
    Image(
      width: width, height: numbers.count / width, format: .jpeg,
      pixels: numbers.flatMap { [UInt8($0), 0, 100 + UInt8($0), 255] })
  }

  @Test(arguments: upright)
  func `each value turns a picture as Exif says`(value: Int, width: Int, pixels: [Int]) throws {
    let orientation = try #require(Orientation(rawValue: value))
    let turned = Self.image(Self.stored, width: 2).turnedUpright(from: orientation)
    #expect(turned == Self.image(pixels, width: width))
  }

  private static func exif(_ value: UInt8, isBigEndian: Bool, type: UInt8 = 3) -> [UInt8] {
    isBigEndian
      ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, type, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0]
      : [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 18, 1, type, 0, 1, 0, 0, 0, value, 0, 0, 0, 0, 0, 0, 0]
  }

  @Test(arguments: [true, false])
  func `the tag is read in either byte order`(isBigEndian: Bool) {
    for value in 1...8 as ClosedRange<UInt8> {
      let bytes = Self.exif(value, isBigEndian: isBigEndian)
      #expect(bytes.withUnsafeBytes { Orientation(exif: $0) }.rawValue == Int(value))
    }
  }

  @Test func `what is no orientation is none`() {
    let odd = [
      [], Self.exif(0, isBigEndian: true), Self.exif(9, isBigEndian: false), Self.exif(6, isBigEndian: true, type: 4),
      Array("II*".utf8), [0x49, 0x49, 42, 0, 0xFF, 0xFF, 0xFF, 0xFF],
    ]
    for bytes in odd { #expect(bytes.withUnsafeBytes { Orientation(exif: $0) } == .up, "\(bytes)") }
    let whole = Self.exif(6, isBigEndian: true)
    for count in 0..<20 { #expect(whole.prefix(count).withUnsafeBytes { Orientation(exif: $0) } == .up, "\(count)") }
  }
}
