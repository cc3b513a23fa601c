/// The checksum of gzip: RFC 1952 §8.
enum CRC32 {
  private static let polynomial: UInt32 = 0xEDB8_8320

  static func of(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { register, byte in
      (0..<8).reduce(register ^ UInt32(byte)) { register, _ in shifted(register) }
    }
  }

  /// The checksum of so many zero bytes, in as many steps as the number has bits.
  ///
  /// A zero byte multiplies the register by x⁸ modulo the polynomial, and powers come by squaring.
  static func ofZeros(_ count: Int) -> UInt32 {
    var register = UInt32.max
    // x⁸; the highest bit stands for x⁰.
    var power: UInt32 = 1 << 23
    var rest = count
    while rest > 0 {
      if rest & 1 == 1 { register = product(register, power) }
      power = product(power, power)
      rest >>= 1
    }
    return ~register
  }

  private static func shifted(_ register: UInt32) -> UInt32 {
    register & 1 == 1 ? (register >> 1) ^ polynomial : register >> 1
  }

  private static func product(_ left: UInt32, _ right: UInt32) -> UInt32 {
    var sum: UInt32 = 0
    var term = right
    for bit in (0..<32).reversed() {
      if left & (1 << bit) != 0 { sum ^= term }
      term = shifted(term)
    }
    return sum
  }
}
