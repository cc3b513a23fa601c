import Foundation

/// A distribution of durations in the room of two hundred numbers, right within 9 %.
struct SoakTimes: Encodable {
  private static let stepsPerDoubling = 8
  // From 8 µs on: 24 doublings are over two minutes.
  private static let first = Duration.microseconds(8)
  private var counts = [UInt32](repeating: 0, count: 24 * stepsPerDoubling)

  mutating func add(_ duration: Duration) {
    let steps = log2(max(1, duration / Self.first)) * Double(Self.stepsPerDoubling)
    counts[min(Int(steps), counts.count - 1)] += 1
  }

  /// Milliseconds that the given share took no longer than; nil where there is none.
  func milliseconds(_ share: Double) -> Double? {
    let total = counts.reduce(0) { $0 + Int($1) }
    var left = Int((Double(total) * share).rounded(.up))
    guard total > 0 else { return nil }
    for (step, count) in counts.enumerated() {
      left -= Int(count)
      if left <= 0 { return exp2(Double(step + 1) / Double(Self.stepsPerDoubling)) * 0.008 }
    }
    return nil
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(milliseconds(0.5), forKey: .p50)
    try container.encodeIfPresent(milliseconds(0.99), forKey: .p99)
  }

  private enum Key: String, CodingKey {
    case p50 = "p50-ms"
    case p99 = "p99-ms"
  }
}
