/// Bodies for `Content-Encoding: gzip` (RFC 1952), made without a compressor: good, false and far too large.
public enum Gzip {
  /// The bytes in one member of stored blocks (RFC 1951 §3.2.4): coded, but not made smaller.
  public static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var member = header
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(Int(UInt16.max))
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      member += [rest.isEmpty ? 1 : 0] + littleEndian(count) + littleEndian(~count) + block
    } while !rest.isEmpty
    return member + trailer(CRC32.of(bytes), count: bytes.count)
  }

  /// A bomb: that many zero bytes, at least one, in a 159th of their size.
  ///
  /// One block of the fixed code (RFC 1951 §3.2.6): the literal zero, then the longest match at the shortest distance,
  /// again and again.
  ///
  /// - Parameter head: up to 65,535 bytes that come before them, in a stored block. The checksum is that of the zeros
  ///   alone then: whoever comes to it has swallowed the bomb.
  public static func zeros(_ count: Int, after head: [UInt8] = []) -> [UInt8] {
    let count = max(count, 1)
    let size = UInt16(clamping: head.count)
    let stored = head.isEmpty ? [] : [0] + littleEndian(size) + littleEndian(~size) + head.prefix(Int(size))
    var bits = BitWriter(header + stored)
    bits.write(0b1, count: 1)
    bits.write(0b01, count: 2)
    let literal = (code: 0b0011_0000, length: 8)
    bits.writeCode(literal.code, count: literal.length)
    for _ in 0..<(count - 1) / 258 {
      // Length 258 is symbol 285; distance 1 is symbol 0.
      bits.writeCode(0b1100_0101, count: 8)
      bits.writeCode(0, count: 5)
    }
    for _ in 0..<(count - 1) % 258 { bits.writeCode(literal.code, count: literal.length) }
    bits.writeCode(0, count: 7)
    return bits.finished() + trailer(CRC32.ofZeros(count), count: count)
  }

  /// The magic of gzip, and then nothing that deflate knows.
  public static let garbage: [UInt8] = header + [UInt8](repeating: 0xFF, count: 64)

  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

  private static func trailer(_ checksum: UInt32, count: Int) -> [UInt8] {
    littleEndian(checksum) + littleEndian(UInt32(truncatingIfNeeded: count))
  }

  private static func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}

/// Packs bits as deflate does: RFC 1951 §3.1.1.
private struct BitWriter {
  private var bytes: [UInt8]
  private var pending: UInt32 = 0
  private var count = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Writes a number, its lowest bit first.
  mutating func write(_ value: Int, count added: Int) {
    pending |= UInt32(value) << count
    count += added
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      count -= 8
    }
  }

  /// Writes a Huffman code, its highest bit first.
  mutating func writeCode(_ code: Int, count: Int) {
    var reversed = 0
    for bit in 0..<count where code & (1 << bit) != 0 { reversed |= 1 << (count - 1 - bit) }
    write(reversed, count: count)
  }

  /// All bytes, the last one filled up with zeros.
  func finished() -> [UInt8] { count > 0 ? bytes + [UInt8(truncatingIfNeeded: pending)] : bytes }
}
