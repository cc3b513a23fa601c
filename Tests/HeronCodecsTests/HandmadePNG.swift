/// A PNG put together chunk by chunk, right or wrong, without libpng.
struct HandmadePNG {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private(set) var bytes = signature

  /// A file with its header; nothing else is in it yet.
  init(width: UInt32, height: UInt32, depth: UInt8 = 8, colourType: UInt8 = 6, interlace: UInt8 = 0) {
    add("IHDR", Self.bigEndian(width) + Self.bigEndian(height) + [depth, colourType, 0, 0, interlace])
  }

  mutating func add(_ name: String, _ data: [UInt8] = [], checksumIsWrong: Bool = false) {
    let checked = Array(name.utf8) + data
    let checksum = Self.cyclicRedundancyCheck(of: checked) ^ (checksumIsWrong ? 1 : 0)
    bytes += Self.bigEndian(UInt32(data.count)) + checked + Self.bigEndian(checksum)
  }

  func adding(_ name: String, _ data: [UInt8] = [], checksumIsWrong: Bool = false) -> HandmadePNG {
    var png = self
    png.add(name, data, checksumIsWrong: checksumIsWrong)
    return png
  }

  /// A zlib stream (RFC 1950) of one stored block: rows with their filter bytes go in as they are.
  static func stored(_ data: [UInt8], checksumIsWrong: Bool = false) -> [UInt8] {
    let length = UInt16(data.count)
    let sizes = [length, ~length].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let sums = data.reduce(into: (low: UInt32(1), high: UInt32(0))) { sums, byte in
      sums.low = (sums.low + UInt32(byte)) % 65_521
      sums.high = (sums.high + sums.low) % 65_521
    }
    let adler = (sums.high << 16 | sums.low) ^ (checksumIsWrong ? 1 : 0)
    return [0x78, 0x01, 0x01] + sizes + data + bigEndian(adler)
  }

  static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// CRC-32 as in PNG annex D, bit by bit.
  private static func cyclicRedundancyCheck(of bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
  }
}
