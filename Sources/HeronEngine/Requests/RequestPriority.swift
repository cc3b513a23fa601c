/// How urgently somebody wants a load; changeable at any time. Lower raw values go first.
public enum RequestPriority: UInt8, Sendable, Hashable, Comparable, CaseIterable {
  /// Tapped, opened: before everything on the screen.
  case urgent
  /// On the screen.
  case visible
  /// Just outside the screen.
  case near
  /// Perhaps soon.
  case prefetch
  /// Nobody waits.
  case background

  /// Whether `left` goes before `right`.
  public static func < (left: RequestPriority, right: RequestPriority) -> Bool { left.rawValue < right.rawValue }

  /// Whether loads of this class together hold at most half of the slots.
  public var isLow: Bool { self >= .prefetch }

  /// The most urgent class that waiting can raise this one to: low classes never go before what is on the screen.
  public var ageCap: RequestPriority { isLow ? .near : .urgent }
}
