/// The wait between attempts: how it grows, and which part of it chance decides.
///
/// After failure k the ceiling is c = min(cap, base · factor^(k−1)), and the wait is drawn from U(c/2, c) (equal jitter).
/// With the house's settings:
///
/// | k               | 1          | 2          | 3         | 4         | 5         | 6 and on  |
/// |-----------------|------------|------------|-----------|-----------|-----------|-----------|
/// | wait            | 125–250 ms | 250–500 ms | 0.5–1 s   | 1–2 s     | 2–4 s     | 2.5–5 s   |
/// | wait, throttled | 0.5–1 s    | 1–2 s      | 2–4 s     | 2.5–5 s   | 2.5–5 s   | 2.5–5 s   |
///
/// Seven waits are 8.9 to 17.8 s, so that an outage of five seconds loses no picture. Full jitter from 0.2 s can
/// spend all of four attempts in far less. The decorrelated growth is that of M. Brooker, "Exponential Backoff and
/// Jitter", AWS Architecture Blog 2015: min(cap, U(base, 3 · last wait)); jitter does not apply to it.
struct Backoff: Sendable {
  private let growth: RetrySettings.Growth
  private let jitter: RetrySettings.Jitter
  private let base: Int64
  private let throttledBase: Int64
  private let factor: Double
  private let cap: Int64
  private let fixedInterval: Int64

  /// The waits of these settings, none of which may be negative.
  init(_ settings: RetrySettings) {
    growth = settings.growth
    jitter = settings.jitter
    base = settings.base.nanoseconds
    throttledBase = settings.throttledBase.nanoseconds
    factor = settings.factor
    cap = settings.cap.nanoseconds
    fixedInterval = settings.fixedInterval.nanoseconds
    precondition(min(base, throttledBase, cap, fixedInterval) >= 0, "A backoff's settings must not be negative.")
    precondition(factor >= 1, "A wait must not be shorter than the one before.")
  }

  /// The wait in nanoseconds after failure `failure` (the first is 1), in whole nanoseconds drawn uniformly.
  ///
  /// - Parameters:
  ///   - isThrottled: whether the origin said that it is overloaded.
  ///   - lastWait: the wait before this one; nil at the first failure.
  func wait(
    afterFailure failure: Int, isThrottled: Bool, lastWait: Int64?, generator: inout some RandomNumberGenerator
  ) -> Int64 {
    precondition(failure >= 1, "Failures are counted from 1, not from \(failure).")
    let first = isThrottled ? throttledBase : base
    switch growth {
    case .fixed: return jittered(fixedInterval, generator: &generator)
    case .exponential: return jittered(ceiling(first, growths: failure - 1), generator: &generator)
    case .decorrelated:
      let (tripled, overflow) = max(first, lastWait ?? first).multipliedReportingOverflow(by: 3)
      return min(cap, Int64.random(in: first...(overflow ? .max : tripled), using: &generator))
    }
  }

  // An hour in nanoseconds is far from where a Double is no longer exact, and what overflows is over the cap.
  private func ceiling(_ first: Int64, growths: Int) -> Int64 {
    var ceiling = Double(first)
    var left = growths
    while left > 0, ceiling < Double(cap), ceiling * factor > ceiling {
      ceiling *= factor
      left -= 1
    }
    return ceiling < Double(cap) ? Int64(ceiling) : cap
  }

  private func jittered(_ ceiling: Int64, generator: inout some RandomNumberGenerator) -> Int64 {
    switch jitter {
    case .none: ceiling
    case .equal: Int64.random(in: ceiling / 2...ceiling, using: &generator)
    case .full: Int64.random(in: 0...ceiling, using: &generator)
    }
  }
}
