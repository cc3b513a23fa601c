import HeronEngine

/// Chance that depends on what it is about and not on when it is asked: the same request meets the same fate in every
/// world and under every policy.
struct Dice: Sendable {
  let seed: UInt64

  /// A number that is drawn for `text` and `count`.
  func roll(_ text: String, _ count: Int, _ purpose: StaticString) -> UInt64 {
    var hash = Self.hash(text) ^ seed &* 0x9E37_79B9_7F4A_7C15
    hash = hash &+ UInt64(truncatingIfNeeded: count) &* 0xD1B5_4A32_D192_ED03 ^ Self.hash("\(purpose)")
    var generator = SeededGenerator(seed: hash)
    return generator.next()
  }

  /// A number from 0 up to 1.
  func share(_ text: String, _ count: Int, _ purpose: StaticString) -> Double {
    Double(roll(text, count, purpose) >> 11) / Double(1 << 53)
  }

  /// One of a range.
  func draw(_ range: ClosedRange<Int>, _ text: String, _ count: Int, _ purpose: StaticString) -> Int {
    range.lowerBound + Int(roll(text, count, purpose) % UInt64(range.upperBound - range.lowerBound + 1))
  }

  /// One of a range.
  func draw(_ range: ClosedRange<Duration>, _ text: String, _ count: Int, _ purpose: StaticString) -> Duration {
    guard range.lowerBound < range.upperBound else { return range.lowerBound }
    return range.lowerBound + (range.upperBound - range.lowerBound) * share(text, count, purpose)
  }

  /// FNV-1a, 64 bits: the same in every process, which Swift's own is not.
  static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
