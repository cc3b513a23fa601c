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
    pixelBomb = PixelBomb.bytes(size: 4096 + 33)
    gzipped = Gzip.stored(small)
    gzipBomb = Gzip.zeros(Self.bombBytes)
  }
}
