/// Counts of durations in buckets that grow with them: percentiles are never too small and at most 3.2 % too large, in
/// a few kilobytes.
package struct DurationHistogram: Sendable {
  private var buckets: [Int] = []
  // The sums of each doubling's buckets, so that a percentile need not look at all of them.
  private var octaves: [Int] = []
  /// How many there are.
  package private(set) var count = 0
  /// The longest; zero where there is none.
  package private(set) var max = Duration.zero

  // Every power of two of nanoseconds is divided into so many buckets; below that each has its own.
  private static let bits = 5

  /// A histogram of nothing.
  package init() {}

  /// Counts a duration; one below zero, which clocks do not give, as zero.
  package mutating func add(_ duration: Duration) { add(nanoseconds: duration.nanoseconds) }

  /// Counts a duration.
  package mutating func add(nanoseconds: Int64) {
    let nanoseconds = Swift.max(0, nanoseconds)
    let bucket = Self.bucket(of: UInt64(nanoseconds))
    let octave = bucket >> Self.bits
    if octave >= octaves.count {
      octaves += repeatElement(0, count: octave + 1 - octaves.count)
      buckets += repeatElement(0, count: octaves.count << Self.bits - buckets.count)
    }
    octaves[octave] += 1
    buckets[bucket] += 1
    count += 1
    max = Swift.max(max, .nanoseconds(nanoseconds))
  }

  /// What that share (0…1) of all took no longer than; nil where there is none.
  package func percentile(_ share: Double) -> Duration? {
    guard count > 0 else { return nil }
    let rank = Swift.max(1, Int((share * Double(count)).rounded(.up)))
    var seen = 0
    var octave = 0
    while octave < octaves.count - 1, seen + octaves[octave] < rank {
      seen += octaves[octave]
      octave += 1
    }
    for bucket in octave << Self.bits..<(octave + 1) << Self.bits {
      seen += buckets[bucket]
      if seen >= rank { return min(max, .nanoseconds(Int64(clamping: Self.end(of: bucket)))) }
    }
    return max
  }

  private static func bucket(of value: UInt64) -> Int {
    guard value >> bits > 0 else { return Int(value) }
    let shift = UInt64.bitWidth - 1 - value.leadingZeroBitCount - bits
    return (shift + 1) << bits + Int(value >> shift) & (1 << bits - 1)
  }

  // The largest value of a bucket.
  private static func end(of bucket: Int) -> UInt64 {
    guard bucket >> bits > 0 else { return UInt64(bucket) }
    let shift = bucket >> bits - 1
    let first = UInt64(1 << bits + bucket & (1 << bits - 1))
    return (first + 1) << UInt64(shift) - 1
  }
}
