public import Dispatch
import FoundationEssentials
import Synchronization

/// The machine's monotonic clock, and timers on the loader's queue behind `DispatchSourceTimer`s: the only ones in the
/// house. Timers that are due at the same moment share a source.
public struct DispatchClock: EngineClock {
  private let sources: TimerSources

  /// A clock whose timers fire on `queue`, the one that the loader's executor wraps.
  public init(queue: DispatchQueue) { sources = TimerSources(queue: queue) }

  /// Nanoseconds of uptime.
  public var now: EngineInstant {
    EngineInstant(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }

  /// The calendar, by the wall clock.
  public var secondsSince1970: Int64 { Int64(Date().timeIntervalSince1970) }

  /// A new timer, which never fires until armed.
  public func makeTimer(fire: @escaping @Sendable () -> Void) -> any EngineTimer {
    DispatchTimer(sources, fire: fire)
  }
}

/// A timer among those that share the clock's sources.
private final class DispatchTimer: EngineTimer {
  private let sources: TimerSources
  private let member: TimerSources.Member

  init(_ sources: TimerSources, fire: @escaping @Sendable () -> Void) {
    self.sources = sources
    member = TimerSources.Member(fire: fire)
  }

  func arm(at moment: EngineInstant) { sources.arm(member, at: moment.nanoseconds) }

  func disarm() { member.due.store(.max, ordering: .relaxed) }

  func cancel() { disarm() }

  deinit { disarm() }
}
