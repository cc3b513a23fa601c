/// Gives the same 64 bits each time, those of the least or of the greatest draw.
struct ScriptedGenerator: RandomNumberGenerator {
  let bits: UInt64

  // Not 0: the standard library draws again, here for ever, where that would favour some results.
  static let lowest = ScriptedGenerator(bits: 1)
  static let highest = ScriptedGenerator(bits: .max)

  mutating func next() -> UInt64 { bits }
}
