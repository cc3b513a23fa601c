/// A small random generator whose whole state is one number, so that a seed replays a run.
///
/// SplitMix64: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator that always gives the same numbers for the same seed.
  public init(seed: UInt64) { state = seed }

  /// What is drawn for one attempt of one URL: the same whoever else failed before, so that two runs which differ in a
  /// moment do not differ in everything after it.
  init(seed: UInt64, of url: String, attempt: Int) {
    // FNV-1a.
    let hash = url.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    state = seed ^ hash &+ UInt64(truncatingIfNeeded: attempt) &* 0xD1B5_4A32_D192_ED03
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
