/// Holds back every attempt to an origin until the moment that the origin itself named.
///
/// A 429 is about the client, so it closes the gate at once. A 503 may be about one broken picture: it closes the
/// gate only when two different URLs say so within the window, with no success between.
struct OriginGate: Sendable {
  var settings: OriginHealthSettings {
    didSet { Self.check(settings) }
  }

  private var until: EngineInstant?
  private var unavailable: (key: UInt64, said: EngineInstant, until: EngineInstant)?

  /// An open gate.
  init(_ settings: OriginHealthSettings) {
    Self.check(settings)
    self.settings = settings
  }

  /// The moment that the gate opens again; nil where it is open.
  func closedUntil(_ now: EngineInstant) -> EngineInstant? {
    until.flatMap { $0 > now ? $0 : nil }
  }

  /// The origin answered 429 with Retry-After.
  mutating func tooManyRequests(_ retryAfter: RetryAfter, now: EngineInstant) {
    close(until: moment(retryAfter, now: now))
  }

  /// The origin answered 503 with Retry-After to the URL with this hash.
  mutating func unavailable(_ retryAfter: RetryAfter, key: UInt64, now: EngineInstant) {
    let opening = moment(retryAfter, now: now)
    if let other = unavailable, other.key != key, other.said.duration(to: now) <= settings.gateWindow {
      close(until: max(opening, other.until))
    }
    unavailable = (key, now, opening)
  }

  /// The origin served something.
  mutating func success() {
    unavailable = nil
  }

  private static func check(_ settings: OriginHealthSettings) {
    precondition(settings.maxGate >= .zero && settings.gateWindow >= .zero, "A gate's times must not be negative.")
  }

  private func moment(_ retryAfter: RetryAfter, now: EngineInstant) -> EngineInstant {
    now.advanced(byNanoseconds: min(retryAfter.nanoseconds, settings.maxGate.nanoseconds))
  }

  private mutating func close(until moment: EngineInstant) {
    until = max(until ?? moment, moment)
  }
}
