import Crypto
import Heron

/// SHA-256 (FIPS 180-4) as hexadecimal digits.
enum Checksum {
  /// Of a picture's straight RGBA8 pixels, row by row from the top.
  static func of(_ image: Image) -> String {
    SHA256.hash(data: image.pixels).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0\(digits)" : digits
    }.joined()
  }
}
