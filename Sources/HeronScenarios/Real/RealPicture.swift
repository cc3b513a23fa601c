import HeronEngine

/// The pictures of the real world: PNG files of the size that a script asks for, whose first two pixels are the stamp.
struct RealPicture: Sendable {
  /// Turns pixels into a PNG file.
  typealias Encoder = @Sendable (Image) -> [UInt8]?

  private static let side = 16
  // Signature and IHDR (PNG, third edition, §5.2, §11.2.1).
  private static let headerSize = 8 + 25
  private static let chunkFrame = 12

  let encode: Encoder

  /// What the server sends as version `version` of a URL; larger than `size` only where that is too small for a file.
  func body(_ url: String, version: Int, size: Int, _ picture: ScriptedPicture) -> [UInt8] {
    switch picture {
    case .html: return StampedPicture.body(url, version: version, size: size, .html)
    case .bomb: return PixelBomb.bytes(size: size)
    case .good, .corrupt, .cut: break
    }
    var file = file(StampedPicture.stamp(url, version: version), size: size)
    if picture == .cut { file.removeLast(min(file.count / 2, 40)) }
    // The length of the first data chunk: what follows it is no chunk any more.
    if picture == .corrupt { for place in file.count - 30..<file.count - 20 { file[place] ^= 0xFF } }
    return file
  }

  private func file(_ stamp: UInt64, size: Int) -> [UInt8] {
    var pixels = StampedPicture.bytes(of: stamp)
    let colour = [pixels[0], pixels[1], pixels[2], 255]
    for _ in 2..<Self.side * Self.side { pixels += colour }
    guard let file = encode(Image(width: Self.side, height: Self.side, format: .png, pixels: pixels)) else { return [] }
    let missing = size - file.count - Self.chunkFrame
    guard missing >= 0 else { return file }
    // A chunk that nobody knows, and nobody has to know, before the data.
    let padding = (0..<missing).map { pixels[$0 & 7] }
    return file[..<Self.headerSize] + PNGChunk.bytes("heRn", padding) + file[Self.headerSize...]
  }
}

/// A PNG file that begins well, and has a chunk of that many zeros.
enum ByteBomb {
  static func gzipped(zeros: Int) -> [UInt8] {
    let side: [UInt8] = [0, 0, 0, 16]
    let head = PNGChunk.signature + PNGChunk.bytes("IHDR", side + side + [8, 6, 0, 0, 0])
    return Gzip.zeros(zeros, after: head + PNGChunk.bigEndian(UInt32(zeros)) + Array("heRn".utf8))
  }
}

/// A PNG file that says it has 900 million pixels.
enum PixelBomb {
  static func bytes(size: Int) -> [UInt8] {
    let side: [UInt8] = [0, 0, 0x75, 0x30]
    let head = PNGChunk.signature + PNGChunk.bytes("IHDR", side + side + [8, 6, 0, 0, 0])
    return head + [UInt8](repeating: 0, count: max(0, size - head.count))
  }
}

/// Chunks of PNG files (third edition, §5.3).
enum PNGChunk {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func bytes(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    return bigEndian(UInt32(content.count)) + body + bigEndian(CRC32.of(body))
  }

  static func bigEndian(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
}
