/// How figures are written in flags. Strict: what is not understood whole is not understood at all.
package enum FlagText {
  private static let durationUnits: [(name: String, nanoseconds: Int64)] = [
    ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1000), ("ns", 1),
  ]
  private static let byteUnits: [(name: String, bytes: Int64)] = [
    ("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1),
  ]

  package static func count(_ text: String) -> Int? {
    text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
  }

  package static func number(_ text: String) -> Double? {
    // Double reads hexadecimal, exponents, infinity and not-a-number too, none of which is meant here.
    text.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") } ? Double(text) : nil
  }

  package static func share(_ text: String) -> Double? {
    if text.hasSuffix("%") { return number(String(text.dropLast())).map { $0 / 100 } }
    return number(text)
  }

  static func toggle(_ text: String) -> Bool? {
    switch text {
    case "on": true
    case "off": false
    default: nil
    }
  }

  package static func duration(_ text: String) -> Duration? {
    if text == "0" { return .zero }
    return scaled(text, by: durationUnits.map { ($0.name, $0.nanoseconds) }).map { .nanoseconds($0) }
  }

  package static func bytes(_ text: String) -> Int? {
    if text == "0" { return 0 }
    return scaled(text, by: byteUnits.map { ($0.name, $0.bytes) }).flatMap(Int.init(exactly:))
  }

  package static func text(_ duration: Duration) -> String {
    let nanoseconds = duration.nanoseconds
    guard nanoseconds != 0, let unit = durationUnits.first(where: { nanoseconds % $0.nanoseconds == 0 }) else {
      return "0"
    }
    return "\(nanoseconds / unit.nanoseconds)\(unit.name)"
  }

  package static func text(bytes: Int) -> String {
    guard bytes != 0, let unit = byteUnits.first(where: { Int64(bytes) % $0.bytes == 0 }) else { return "0" }
    return "\(Int64(bytes) / unit.bytes)\(unit.name)"
  }

  static func text(number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  static func text(share: Double) -> String {
    // Only where the way back gives the same number.
    if let percent = Int(exactly: (share * 100).rounded()), Double(percent) / 100 == share { return "\(percent)%" }
    return "\(share)"
  }

  /// A number directly followed by one of the units, in whole smallest units; nil where the product does not fit.
  private static func scaled(_ text: String, by units: [(name: String, factor: Int64)]) -> Int64? {
    let digits = text.utf8.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
    guard !digits.isEmpty, let amount = String(digits) else { return nil }
    let name = String(text.dropFirst(amount.count))
    guard let factor = units.first(where: { $0.name == name })?.factor else { return nil }
    if let whole = Int64(amount) {
      let (product, overflow) = whole.multipliedReportingOverflow(by: factor)
      return overflow ? nil : product
    }
    return number(amount).flatMap { Int64(exactly: ($0 * Double(factor)).rounded()) }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}
