/// Where a loader's time comes from: a moment that only grows, timers, and the calendar.
public protocol EngineClock: Sendable {
  /// The moment now; never earlier than one returned before.
  var now: EngineInstant { get }

  /// Seconds since 1970 by the calendar, which may jump. Used only to read dates that a server sent.
  var secondsSince1970: Int64 { get }

  /// A one-shot timer that runs `fire` on the loader's executor once the moment it was armed for has come.
  func makeTimer(fire: @escaping @Sendable () -> Void) -> any EngineTimer
}

/// A one-shot timer that can be armed again and again; a `DispatchSourceTimer` in production.
///
/// Owned by one loader and touched only on its executor. A fire may be stale (a moment that was replaced while the
/// fire was on its way), so the one who owns the timer compares `now` with what is due.
public protocol EngineTimer: AnyObject {
  /// Fires once at `moment` (at once if that has passed), instead of at any moment armed before.
  func arm(at moment: EngineInstant)

  /// Forgets the armed moment; the timer may be armed again.
  func disarm()

  /// Ends the timer, as releasing it does: it never fires again and lets go of its closure.
  func cancel()
}
