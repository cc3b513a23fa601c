/// Wraps bytes as a gzip member of one stored block (RFC 1951 §3.2.4, RFC 1952): coded, but not made smaller.
enum StoredGzip {
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    return head + [1] + littleEndian(count) + littleEndian(~count) + bytes + littleEndian(crc32(bytes))
      + littleEndian(UInt32(count))
  }

  private static func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
    }
  }
}
