extension NetworkAddress {
  /// The address that `text` spells: four decimal numbers (RFC 6943 §3.1.1, strict form, without leading zeros) or
  /// the text of RFC 4291 §2.2, without brackets or zone; nil for anything else.
  public init?(_ text: some StringProtocol) {
    if text.utf8.contains(UInt8(ascii: ":")) {
      guard let bits = Self.bitsOfIPv6(Substring(text)) else { return nil }
      self = .v6(bits)
    } else {
      guard let bits = Self.bitsOfIPv4(Substring(text)) else { return nil }
      self = .v4(bits)
    }
  }

  private static func bitsOfIPv4(_ text: Substring) -> UInt32? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bits: UInt32 = 0
    for part in parts {
      guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), part == "0" || part.first != "0",
        let byte = UInt8(part)
      else { return nil }
      bits = bits << 8 | UInt32(byte)
    }
    return bits
  }

  private static func bitsOfIPv6(_ text: Substring) -> UInt128? {
    guard let gap = text.firstRange(of: "::") else {
      guard let groups = groups(text, mayEndInIPv4: true), groups.count == 8 else { return nil }
      return groups.reduce(0) { $0 << 16 | UInt128($1) }
    }
    guard let head = groups(text[..<gap.lowerBound], mayEndInIPv4: false),
      let tail = groups(text[gap.upperBound...], mayEndInIPv4: true), head.count + tail.count < 8
    else { return nil }
    let zeros = [UInt16](repeating: 0, count: 8 - head.count - tail.count)
    return (head + zeros + tail).reduce(0) { $0 << 16 | UInt128($1) }
  }

  private static func groups(_ text: Substring, mayEndInIPv4: Bool) -> [UInt16]? {
    if text.isEmpty { return [] }
    var groups: [UInt16] = []
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if mayEndInIPv4, index == parts.count - 1, let bits = bitsOfIPv4(part) {
        groups += [UInt16(bits >> 16), UInt16(truncatingIfNeeded: bits)]
      } else if (1...4).contains(part.utf8.count), part.first?.isHexDigit == true, let group = UInt16(part, radix: 16) {
        // A sign would be taken as part of the number.
        groups.append(group)
      } else {
        return nil
      }
    }
    return groups
  }
}

extension NetworkAddress: CustomStringConvertible {
  /// The one spelling that RFC 5952 recommends.
  public var description: String {
    switch self {
    case .v4(let bits): Self.dotted(bits)
    // RFC 5952 §5.
    case .v6(let bits) where bits >> 32 == 0xFFFF: "::ffff:" + Self.dotted(UInt32(truncatingIfNeeded: bits))
    case .v6(let bits): Self.grouped((0..<8).map { UInt16(truncatingIfNeeded: bits >> (112 - 16 * $0)) })
    }
  }

  private static func dotted(_ bits: UInt32) -> String {
    "\(bits >> 24).\(bits >> 16 & 0xFF).\(bits >> 8 & 0xFF).\(bits & 0xFF)"
  }

  private static func grouped(_ groups: [UInt16]) -> String {
    func text(_ groups: ArraySlice<UInt16>) -> String {
      groups.map { String($0, radix: 16) }.joined(separator: ":")
    }
    guard let gap = longestZeros(groups) else { return text(groups[...]) }
    return text(groups[..<gap.lowerBound]) + "::" + text(groups[gap.upperBound...])
  }

  // RFC 5952 §4.2: the first of the longest runs, and none of one group alone.
  private static func longestZeros(_ groups: [UInt16]) -> Range<Int>? {
    var longest = 0..<1
    var start = 0
    for (index, group) in groups.enumerated() {
      if group != 0 {
        start = index + 1
      } else if index + 1 - start > longest.count {
        longest = start..<(index + 1)
      }
    }
    return longest.count > 1 ? longest : nil
  }
}
