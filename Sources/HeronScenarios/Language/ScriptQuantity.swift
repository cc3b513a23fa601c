import HeronEngine

/// Quantities that only scripts have: ranges, percentages, rates of a line.
enum ScriptQuantity {
  static func durations(_ text: String) -> ClosedRange<Duration>? { range(text, FlagText.duration) }

  static func sizes(_ text: String) -> ClosedRange<Int>? { range(text, FlagText.bytes) }

  /// The most seeds of a range.
  static let mostSeeds: UInt64 = 1_000_000

  static func seeds(_ text: String) -> ClosedRange<UInt64>? {
    guard let range = range(text, { text in FlagText.count(text).map { UInt64($0) } }),
      range.upperBound - range.lowerBound < mostSeeds
    else { return nil }
    return range
  }

  static func share(_ text: String) -> Double? {
    guard text.hasSuffix("%"), let share = FlagText.share(text), share <= 1 else { return nil }
    return share
  }

  /// A share as it is read again.
  static func percentText(_ share: Double) -> String {
    let percent = (share * 100).rounded()
    return percent / 100 == share ? "\(Int(percent))%" : "\(share * 100)%"
  }

  static func bytesPerSecond(_ text: String) -> Double? {
    let units = [("Gbit/s", 1e9), ("Mbit/s", 1e6), ("kbit/s", 1e3)]
    for (unit, factor) in units where text.hasSuffix(unit) {
      guard let number = FlagText.number(String(text.dropLast(unit.count))), number > 0 else { return nil }
      return number * factor / 8
    }
    return nil
  }

  private static func range<Value: Comparable>(_ text: String, _ read: (String) -> Value?) -> ClosedRange<Value>? {
    guard let dots = text.firstRange(of: "..") else { return read(text).map { $0...$0 } }
    guard let first = read(String(text[..<dots.lowerBound])), let last = read(String(text[dots.upperBound...])),
      first <= last
    else { return nil }
    return first...last
  }
}
