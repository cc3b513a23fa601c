/// Durations counted in buckets that grow by a quarter of a power of two, so that a percentile is right within 25 %.
struct LatencyHistogram: Sendable {
  private var counts = [UInt64](repeating: 0, count: 64 * 4)
  private(set) var total: UInt64 = 0

  mutating func record(nanoseconds: Int64) {
    counts[Self.bucket(UInt64(max(0, nanoseconds)))] += 1
    total += 1
  }

  /// The duration that this share (0…1) of all stayed under; zero where there are none.
  func percentile(_ share: Double) -> Duration {
    guard total > 0 else { return .zero }
    let rank = UInt64((Double(total) * share).rounded(.up))
    var seen: UInt64 = 0
    for (index, count) in counts.enumerated() {
      seen += count
      if seen >= max(1, rank) { return .nanoseconds(Self.upperBound(index)) }
    }
    return .zero
  }

  private static func bucket(_ value: UInt64) -> Int {
    guard value >= 4 else { return Int(value) }
    let exponent = 63 - value.leadingZeroBitCount
    return (exponent - 1) * 4 + Int(value >> (exponent - 2) & 3)
  }

  private static func upperBound(_ bucket: Int) -> Int64 {
    guard bucket >= 4 else { return Int64(bucket) }
    let exponent = bucket / 4 + 1
    let (value, overflow) = Int64(bucket % 4 + 5).multipliedReportingOverflow(by: Int64(1) << (exponent - 2))
    return overflow ? .max : value - 1
  }
}
