import HeronEngine

/// The beginning of every PNG: the signature and the chunk IHDR (PNG third edition, 5.2 and 11.2.1).
enum PNGHeader {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The signature, and the whole of IHDR with its checksum.
  static let size = 33

  /// The signature, then IHDR's length and name: the same in every file.
  private static let start = signature + [0, 0, 0, 13] + Array("IHDR".utf8)

  /// The largest value of a four-byte integer (7.1).
  private static let maxInteger = 0x7FFF_FFFF

  /// Reads the size; nil while `prefix` is too short.
  ///
  /// The checksum is left to the decoder: a size over a limit is refused for its size, damaged or not.
  static func parse(_ prefix: UnsafeRawBufferPointer) throws(ImageDecodingError) -> ImageHeader? {
    for (offset, expected) in start.enumerated().prefix(prefix.count) where prefix[offset] != expected {
      let missing = offset < signature.count ? "no PNG signature" : "the first chunk is not IHDR"
      throw .corrupt(message: missing, offset: offset)
    }
    guard prefix.count >= size else { return nil }
    let width = try side(in: prefix, at: 16)
    let height = try side(in: prefix, at: 20)
    guard depths(ofColourType: prefix[25]).contains(prefix[24]) else {
      throw .corrupt(message: "colour type \(prefix[25]) with bit depth \(prefix[24])", offset: 24)
    }
    guard prefix[26] == 0, prefix[27] == 0, prefix[28] <= 1 else {
      throw .corrupt(message: "unknown compression, filter or interlace method", offset: 26)
    }
    return ImageHeader(format: .png, width: width, height: height)
  }

  private static func side(in prefix: UnsafeRawBufferPointer, at offset: Int) throws(ImageDecodingError) -> Int {
    let value = prefix[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    guard (1...maxInteger).contains(value) else { throw .corrupt(message: "a side of \(value) pixels", offset: offset) }
    return value
  }

  /// The bit depths that a colour type permits (table 12); none for an unknown one.
  private static func depths(ofColourType type: UInt8) -> [UInt8] {
    switch type {
    case 0: [1, 2, 4, 8, 16]
    case 3: [1, 2, 4, 8]
    case 2, 4, 6: [8, 16]
    default: []
    }
  }
}
