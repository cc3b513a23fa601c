/// One spelling for all that name one host: limits hold per origin, and a number has many spellings.
enum HostName {
  /// The host in lower case, without escapes; numbers that stand for an IPv4 address as four decimal ones.
  static func canonical(_ host: ArraySlice<UInt8>) -> String {
    let bytes = host.map(\.asciiLowercased)
    // What stands between brackets has no escapes, but for a zone (RFC 6874).
    if bytes.first == UInt8(ascii: "[") { return String(decoding: bytes, as: UTF8.self) }
    return canonicalName(unescaped(bytes))
  }

  private static func canonicalName(_ bytes: [UInt8]) -> String {
    return ipv4(bytes) ?? String(decoding: bytes, as: UTF8.self)
  }

  // RFC 3986 §2.1. An escape that is none stays as it is: who connects refuses it.
  private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count,
        let value = UInt8(String(decoding: bytes[(place + 1)...(place + 2)], as: UTF8.self), radix: 16)
      {
        result.append(value.asciiLowercased)
        place += 3
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return result
  }

  /// One to four numbers, decimal, octal or hexadecimal, of which the last fills what is left, as inet_aton reads them.
  /// With a dot behind them they are a name to it, and so they are here.
  private static func ipv4(_ host: [UInt8]) -> String? {
    guard let last = host.last, last.isHexDigit || last == UInt8(ascii: "x") else { return nil }
    let parts = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (1...4).contains(parts.count) else { return nil }
    var bits: UInt64 = 0
    for (place, part) in parts.enumerated() {
      guard let number = number(part) else { return nil }
      let isLast = place == parts.count - 1
      let width = isLast ? 8 * (4 - place) : 8
      guard number < 1 << UInt64(width) else { return nil }
      bits = bits << UInt64(width) | number
    }
    return (0..<4).map { String(bits >> UInt64(24 - 8 * $0) & 0xFF) }.joined(separator: ".")
  }

  private static func number(_ part: ArraySlice<UInt8>) -> UInt64? {
    var digits = part
    var radix = 10
    if part.count > 1, part.first == UInt8(ascii: "0") {
      radix = part.dropFirst().first == UInt8(ascii: "x") ? 16 : 8
      digits = part.dropFirst(radix == 16 ? 2 : 1)
      if digits.isEmpty { return radix == 16 ? 0 : nil }
    }
    guard digits.allSatisfy(\.isHexDigit) else { return nil }
    return UInt64(String(decoding: digits, as: UTF8.self), radix: radix)
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    (0x30...0x39).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
  }
}
