import HeronEngine

/// How a picture that was stored turned or mirrored is to be shown (Exif 2.32, tag 274; the raw values are the tag's).
enum Orientation: Int, Sendable {
  case up = 1
  case upMirrored
  case down
  case downMirrored
  case leftMirrored
  case right
  case rightMirrored
  case left

  private static let tag = 274
  private static let shortType = 3
  private static let entryBytes = 12

  /// Whether rows become columns.
  var isSideways: Bool { rawValue >= Orientation.leftMirrored.rawValue }

  /// Reads the tag from the TIFF structure that Exif is; ``up`` where there is none, or nothing that could be one.
  init(exif bytes: UnsafeRawBufferPointer) {
    self = Self.read(TIFF(bytes)).flatMap(Orientation.init(rawValue:)) ?? .up
  }

  private static func read(_ tiff: TIFF?) -> Int? {
    guard let tiff, let directory = tiff.number(at: 4, bytes: 4), let count = tiff.number(at: directory, bytes: 2)
    else {
      return nil
    }
    for place in (0..<count).lazy.map({ directory + 2 + $0 * entryBytes }) {
      guard let tag = tiff.number(at: place, bytes: 2) else { return nil }
      guard tag == Self.tag else { continue }
      guard tiff.number(at: place + 2, bytes: 2) == shortType else { return nil }
      return tiff.number(at: place + 8, bytes: 2)
    }
    return nil
  }

  /// The place in a stored picture of that size from which a pixel of the upright one comes.
  func source(of x: Int, _ y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    switch self {
    case .up: (x, y)
    case .upMirrored: (width - 1 - x, y)
    case .down: (width - 1 - x, height - 1 - y)
    case .downMirrored: (x, height - 1 - y)
    case .leftMirrored: (y, x)
    case .right: (y, height - 1 - x)
    case .rightMirrored: (width - 1 - y, height - 1 - x)
    case .left: (width - 1 - y, x)
    }
  }
}

/// Numbers in the byte order that the structure says (TIFF 6.0, section 2).
private struct TIFF {
  private let bytes: UnsafeRawBufferPointer
  private let isBigEndian: Bool

  init?(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    switch Array(bytes.prefix(4)) {
    case [0x49, 0x49, 42, 0]: isBigEndian = false
    case [0x4D, 0x4D, 0, 42]: isBigEndian = true
    default: return nil
    }
  }

  func number(at place: Int, bytes count: Int) -> Int? {
    guard place >= 0, count <= bytes.count, place <= bytes.count - count else { return nil }
    let digits = bytes[place..<place + count]
    return isBigEndian ? digits.reduce(0) { $0 << 8 | Int($1) } : digits.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

extension Image {
  /// The picture as it is to be shown, of one that is stored like that.
  func turnedUpright(from orientation: Orientation) -> Image {
    guard orientation != .up else { return self }
    let (columns, rows) = orientation.isSideways ? (height, width) : (width, height)
    let upright = [UInt8](unsafeUninitializedCapacity: pixels.count) { target, count in
      pixels.withUnsafeBytes { stored in
        let target = UnsafeMutableRawBufferPointer(target)
        for y in 0..<rows {
          for x in 0..<columns {
            let (sourceX, sourceY) = orientation.source(of: x, y, width: width, height: height)
            let pixel = stored.loadUnaligned(fromByteOffset: (sourceY * width + sourceX) * 4, as: UInt32.self)
            target.storeBytes(of: pixel, toByteOffset: (y * columns + x) * 4, as: UInt32.self)
          }
        }
      }
      count = pixels.count
    }
    return Image(width: columns, height: rows, format: format, pixels: upright)
  }
}
