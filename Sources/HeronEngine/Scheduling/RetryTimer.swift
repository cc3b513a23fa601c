/// The one timer of an admitted load: while an attempt runs it guards the attempt's time limits, after a failure it
/// fires the next attempt. Loads that wait or are parked have none; equal requests share a load, hence a timer.
final class RetryTimer {
  private let timer: any EngineTimer
  /// The load that it serves at the moment.
  private(set) weak var load: Load?
  /// The moment it was armed for. A fire before it is a stale one and means nothing.
  private(set) var due = EngineInstant.never

  init(clock: any EngineClock, fire: @escaping @Sendable () -> Void) { timer = clock.makeTimer(fire: fire) }

  func serve(_ load: Load) { self.load = load }

  func arm(at moment: EngineInstant) {
    guard moment != due else { return }
    due = moment
    if moment == .never { timer.disarm() } else { timer.arm(at: moment) }
  }

  /// The armed moment has come; the next `arm` arms anew even for the same one.
  func hasFired() { due = .never }

  func dismiss() {
    load = nil
    arm(at: .never)
  }

  func cancel() {
    load = nil
    timer.cancel()
  }
}

/// Timers kept for the next load, because making one costs several times what arming it does.
struct RetryTimerPool {
  /// More idle ones than this are let go.
  private static let maxIdle = 64

  private var timers: [RetryTimer?] = []
  private var idle: [Int] = []
  private var vacant: [Int] = []

  subscript(index: Int) -> RetryTimer? { timers.indices.contains(index) ? timers[index] : nil }

  /// Timers that serve a load.
  var inUse: Int { timers.count - idle.count - vacant.count }

  /// A timer's place, for the load to keep; `make` makes one that fires with that place.
  mutating func take(for load: Load, make: (Int) -> RetryTimer) -> Int {
    let index: Int
    if let ready = idle.popLast() {
      index = ready
    } else if let place = vacant.popLast() {
      index = place
      timers[index] = make(index)
    } else {
      index = timers.count
      timers.append(make(index))
    }
    timers[index]?.serve(load)
    return index
  }

  mutating func giveBack(_ index: Int) {
    guard idle.count < Self.maxIdle else {
      timers[index]?.cancel()
      timers[index] = nil
      vacant.append(index)
      return
    }
    timers[index]?.dismiss()
    idle.append(index)
  }
}
