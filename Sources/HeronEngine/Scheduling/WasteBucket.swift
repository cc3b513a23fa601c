/// Bounds the starts that turn out to be for nobody: a start takes a token, a delivered load gives it back.
///
/// After Nuke's rate limiter (80 a second, burst 25), which throttles every start; here a screen that keeps what it
/// asked for is never slowed.
struct WasteBucket {
  private let rate: Double
  private let burst: Double
  private var level: Double
  private var since: EngineInstant

  init(rate: Double, burst: Double, now: EngineInstant) {
    self.rate = rate
    self.burst = burst
    level = burst
    since = now
  }

  var isUnlimited: Bool { rate <= 0 }

  func hasToken(now: EngineInstant) -> Bool { isUnlimited || refilled(now) >= 1 }

  mutating func take(now: EngineInstant) {
    guard !isUnlimited else { return }
    level = refilled(now) - 1
    since = now
    precondition(level >= 0, "a token was taken that is not there")
  }

  mutating func giveBack(now: EngineInstant) {
    guard !isUnlimited else { return }
    level = min(burst, refilled(now) + 1)
    since = now
  }

  /// When a token will be there, if none comes back before.
  func nextToken(now: EngineInstant) -> EngineInstant {
    guard !isUnlimited else { return now }
    let missing = max(0, 1 - refilled(now))
    return now.advanced(byNanoseconds: Int64((missing / rate * 1e9).rounded(.up)))
  }

  // Rounding in the last bit must not make the moment that `nextToken` gave a moment too early.
  private func refilled(_ now: EngineInstant) -> Double {
    min(burst, level + Double(now.nanoseconds(since: since)) / 1e9 * rate + 1e-9)
  }
}
