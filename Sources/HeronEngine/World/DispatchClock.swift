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
//
// Setting a source costs more than a small load's whole scheduling, and most guards are put off or dropped before they
// are due: so a source that would fire too early is left alone, and put off when it does.
private final class DispatchTimer: EngineTimer {
  private let source: any DispatchSourceTimer
  private let fire: @Sendable () -> Void
  private var due = EngineInstant.never
  /// The moment that the source is set for, never later than `due`.
  private var set = EngineInstant.never

  init(queue: DispatchQueue, fire: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeTimerSource(queue: queue)
    self.fire = fire
    source.setEventHandler { [weak self] in self?.sourceFired() }
    source.activate()
  }

  func arm(at moment: EngineInstant) {
    due = moment
    if moment < set { setSource(moment) }
  }

  func disarm() { due = .never }

  func cancel() {
    due = .never
    source.cancel()
  }

  deinit { source.cancel() }

  private func setSource(_ moment: EngineInstant) {
    set = moment
    let nanoseconds = UInt64(clamping: moment.nanoseconds)
    source.schedule(deadline: DispatchTime(uptimeNanoseconds: nanoseconds), leeway: .nanoseconds(0))
  }

  private func sourceFired() {
    set = .never
    guard due != .never else { return }
    guard due.nanoseconds <= Int64(clamping: DispatchTime.now().uptimeNanoseconds) else { return setSource(due) }
    due = .never
    fire()
  }
}
