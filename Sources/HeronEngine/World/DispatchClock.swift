public import Dispatch
import FoundationEssentials

/// The machine's monotonic clock, and `DispatchSourceTimer`s on the loader's queue: the only ones in the house.
public struct DispatchClock: EngineClock {
  private let queue: DispatchQueue

  /// A clock whose timers fire on `queue`, the one that the loader's executor wraps.
  public init(queue: DispatchQueue) { self.queue = queue }

  /// Nanoseconds of uptime.
  public var now: EngineInstant {
    EngineInstant(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }

  /// The calendar, by the wall clock.
  public var secondsSince1970: Int64 { Int64(Date().timeIntervalSince1970) }

  /// A new source, activated and not yet armed: it never fires until armed.
  public func makeTimer(fire: @escaping @Sendable () -> Void) -> any EngineTimer {
    DispatchTimer(queue: queue, fire: fire)
  }
}

// Releasing a source that was never activated crashes, and dropping an active one silently stops it while a
// suspended one traps: so it is activated at once, never suspended, and always cancelled.
private final class DispatchTimer: EngineTimer {
  private let source: any DispatchSourceTimer

  init(queue: DispatchQueue, fire: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeTimerSource(queue: queue)
    source.setEventHandler(handler: fire)
    source.activate()
  }

  func arm(at moment: EngineInstant) {
    let nanoseconds = UInt64(clamping: moment.nanoseconds)
    source.schedule(deadline: DispatchTime(uptimeNanoseconds: nanoseconds), leeway: .nanoseconds(0))
  }

  func disarm() { source.schedule(deadline: .distantFuture) }

  func cancel() { source.cancel() }

  deinit { source.cancel() }
}
