/// A moment on the clock of one loader: nanoseconds since that clock's own epoch, never going backwards.
public struct EngineInstant: InstantProtocol, Hashable, Sendable, CustomStringConvertible {
  /// Nanoseconds since the epoch of the clock.
  public var nanoseconds: Int64

  /// The moment `nanoseconds` after the clock's epoch.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The clock's epoch.
  public static let zero = EngineInstant(nanoseconds: 0)
  /// A moment that is never reached.
  public static let never = EngineInstant(nanoseconds: .max)

  /// This moment moved by `duration`; saturates at `never`.
  public func advanced(by duration: Duration) -> EngineInstant { advanced(byNanoseconds: duration.nanoseconds) }

  /// The time from this moment to `other`.
  public func duration(to other: EngineInstant) -> Duration { .nanoseconds(other.nanoseconds - nanoseconds) }

  /// Whether `left` comes before `right`.
  public static func < (left: EngineInstant, right: EngineInstant) -> Bool { left.nanoseconds < right.nanoseconds }

  /// Seconds with milliseconds, as timelines print them.
  public var description: String {
    if self == .never { return "never" }
    let milliseconds = nanoseconds / 1_000_000
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
  }

  func advanced(byNanoseconds nanoseconds: Int64) -> EngineInstant {
    let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return EngineInstant(nanoseconds: overflow ? .max : sum)
  }

  func nanoseconds(since earlier: EngineInstant) -> Int64 { nanoseconds - earlier.nanoseconds }
}

extension Duration {
  /// The duration in whole nanoseconds, saturating at what 64 bits hold (292 years).
  package var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, carry) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    return carry ? .max : sum
  }

  /// The duration in seconds, for formulas and messages.
  package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
