package import HeronEngine

/// The bodies that the origins of a soak send.
package struct SoakPictures: Sendable {
  let small: [UInt8]
  let large: [UInt8]
  let corrupt: [UInt8]
  let pixelBomb: [UInt8]
  let gzipped: [UInt8]
  let gzipBomb: [UInt8]

  /// What a gzip bomb unfolds to, in bytes; a loader's limit has to be lower.
  package static let bombBytes = 16 << 20

  /// Draws and encodes the pictures.
  ///
  /// - Parameter encode: turns pixels into a PNG file.
  /// - Throws: what `encode` throws.
  package init<Failure: Error>(seed: UInt64, encode: (Image) throws(Failure) -> [UInt8]) throws(Failure) {
    small = try encode(GeneratedPictures(seed: seed, width: 64, height: 48).picture(1))
    // Noise does not compress: 90 KB of it.
    let side = 150
    var generator = SeededGenerator(seed: seed)
    let noise = (0..<side * side * 4).map { _ in UInt8.random(in: 0...255, using: &generator) }
    large = try encode(Image(width: side, height: side, format: .png, pixels: noise))
    var damaged = large
    for place in damaged.count / 2..<damaged.count / 2 + 16 { damaged[place] ^= 0xFF }
    corrupt = damaged
    pixelBomb = Self.header(width: 30_000, height: 30_000)
    gzipped = Gzip.stored(small)
    gzipBomb = Gzip.zeros(Self.bombBytes)
  }

  // The signature and IHDR (PNG, third edition, §11.2.1), and data that never comes to its end.
  private static func header(width: UInt32, height: UInt32) -> [UInt8] {
    let chunk = Array("IHDR".utf8) + bigEndian(width) + bigEndian(height) + [8, 6, 0, 0, 0]
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    return signature + bigEndian(13) + chunk + bigEndian(CRC32.of(chunk)) + [UInt8](repeating: 0, count: 4096)
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
}
