/// Rounds moments up to shared ticks, so that timers which are due about the same time fire together.
///
/// Leeway does nothing on Linux, so the batching of wake-ups is done here: a moment is rounded up, on the clock's own
/// epoch, to the next multiple of the largest of 1, 2, 4 … 64 ms that is no more than a twentieth of the wait. Never
/// early; late by less than a tick, hence by less than 5 % of the wait.
package enum Tick {
  private static let millisecond: Int64 = 1_000_000
  private static let share: Int64 = 20
  private static let longest = 64 * millisecond

  /// The tick for a wait, in nanoseconds; 1 (no rounding) for waits under 20 ms.
  static func length(forWait wait: Int64) -> Int64 {
    var tick = longest
    while tick >= millisecond {
      if tick <= wait / share { return tick }
      tick /= 2
    }
    return 1
  }

  /// The moment `wait` nanoseconds after `now`, rounded up to its tick; `never` stays `never`.
  package static func due(after wait: Int64, from now: EngineInstant) -> EngineInstant {
    precondition(wait >= 0, "A wait of \(wait) ns is negative.")
    let exact = now.advanced(byNanoseconds: wait)
    let tick = length(forWait: wait)
    let remainder = exact.nanoseconds % tick
    guard exact != .never, remainder != 0 else { return exact }
    // Before the epoch a remainder is negative, and taking it away already rounds up.
    return exact.advanced(byNanoseconds: remainder < 0 ? -remainder : tick - remainder)
  }
}
