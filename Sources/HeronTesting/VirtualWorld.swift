public import HeronEngine
import Synchronization

/// A world of one thread whose time is its own: executor and clock, and with ``workPool`` the processors too.
///
/// Ready work runs first, in order; when there is none, time jumps to the next event. Timers that are due together fire
/// together, before the work that they make, as those behind one Dispatch source do. The loader in it is the shipped one. The same steps give the same run, however long they would take in life.
public final class VirtualWorld: EngineExecutor, EngineClock {
  private struct State {
    var now = EngineInstant.zero
    var calendar: Int64 = 1_700_000_000
    var sequence: UInt64 = 0
    var ready: [@Sendable () -> Void] = []
    var taken = 0
    var events = EventQueue()
    var isRunning = false
    var isFiring = false
    var workTime = Duration.zero
    var observers: [@Sendable () -> Void] = []
    var armedTimers: Set<UInt64> = []
    var steps = 0

    mutating func takeReady() -> (@Sendable () -> Void)? {
      guard taken < ready.count else {
        ready.removeAll(keepingCapacity: true)
        taken = 0
        return nil
      }
      defer { taken += 1 }
      return ready[taken]
    }

    /// Takes the next event that is still wanted, up to `end`, and goes to its moment.
    mutating func takeDue(_ end: EngineInstant) -> (@Sendable () -> Void)? {
      while let event = events.first, event.due <= end {
        _ = events.popFirst()
        guard event.isStillWanted(event.sequence) else { continue }
        isFiring = armedTimers.remove(event.sequence) != nil
        now = max(now, event.due)
        return event.work
      }
      return nil
    }

    /// Takes a timer that is due at the moment at which another one has just fired.
    mutating func takeFellow() -> (@Sendable () -> Void)? {
      while isFiring, let event = events.first, event.due == now {
        guard event.isStillWanted(event.sequence) else {
          _ = events.popFirst()
          continue
        }
        guard armedTimers.remove(event.sequence) != nil else { break }
        _ = events.popFirst()
        return event.work
      }
      isFiring = false
      return nil
    }
  }

  private let state = Mutex(State())

  /// A world at moment zero, on a Tuesday in November 2023.
  public init() {}

  /// The moment now.
  public var now: EngineInstant { state.withLock(\.now) }

  /// The calendar, which goes with the clock until ``setCalendar(_:)`` moves it.
  public var secondsSince1970: Int64 {
    state.withLock { $0.calendar + $0.now.nanoseconds / 1_000_000_000 }
  }

  /// Timers that are armed and have not fired.
  public var armedTimers: Int { state.withLock(\.armedTimers.count) }

  /// Pieces of work run so far.
  public var steps: Int { state.withLock(\.steps) }

  /// Whether more is to be done at this very moment, before time goes on.
  public var hasMoreToDo: Bool {
    state.withLock { $0.taken < $0.ready.count || $0.events.first.map(\.due) == $0.now }
  }

  /// Moves the calendar, as a user or a time server does; the clock goes on as before.
  public func setCalendar(_ secondsSince1970: Int64) {
    state.withLock { $0.calendar = secondsSince1970 - $0.now.nanoseconds / 1_000_000_000 }
  }

  /// How long a piece of work of the pool takes: decoding, for example.
  public func setWorkTime(_ duration: Duration) { state.withLock { $0.workTime = duration } }

  fileprivate var workTime: Duration { state.withLock(\.workTime) }

  /// Calls `observer` after every piece of work: the place for invariants.
  public func observe(_ observer: @escaping @Sendable () -> Void) {
    state.withLock { $0.observers.append(observer) }
  }

  /// Whether the loader's work runs now.
  public func isIsolatingCurrentContext() -> Bool? { state.withLock(\.isRunning) }

  /// Traps outside of the world's run.
  public func checkIsolated() {
    precondition(state.withLock(\.isRunning), "this runs only inside of the virtual world")
  }
}

extension VirtualWorld {
  /// Runs `work` after all that is ready.
  public func submit(_ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.ready.append(work) }
  }

  /// A work pool whose pieces each take the time that ``setWorkTime(_:)`` says.
  public var workPool: any WorkPool { VirtualWorkPool(world: self) }

  /// A timer of this world.
  public func makeTimer(fire: @escaping @Sendable () -> Void) -> any EngineTimer { VirtualTimer(self, fire) }

  /// Runs `work` at a moment of this world.
  public func at(_ moment: Duration, _ work: @escaping @Sendable () -> Void) {
    at(EngineInstant.zero.advanced(by: moment), work)
  }

  /// Runs `work` at a moment of this world.
  public func at(_ moment: EngineInstant, _ work: @escaping @Sendable () -> Void) {
    schedule(moment, isStillWanted: { _ in true }, work)
  }

  /// Runs `work` once some time has passed.
  public func after(_ delay: Duration, _ work: @escaping @Sendable () -> Void) { at(now.advanced(by: delay), work) }

  /// Runs everything that is ready or due, up to and including `moment`, and leaves the clock there.
  ///
  /// - Parameter isWanted: asked before every piece of work; false ends it there, whatever else is due.
  public func run(until moment: Duration, while isWanted: () -> Bool = { true }) {
    let end = EngineInstant.zero.advanced(by: moment)
    while isWanted() {
      guard step(until: end) else {
        state.withLock { $0.now = max($0.now, end) }
        return
      }
    }
  }

  /// Runs until nothing is ready and nothing is due any more.
  ///
  /// - Parameter limit: the most pieces of work; more than that is taken for a loop that does not end.
  public func run(limit: Int = 10_000_000) {
    var steps = 0
    while step(until: .never) {
      steps += 1
      precondition(steps < limit, "the virtual world does not come to rest")
    }
  }

  /// Runs `body` at once as a piece of this world's work, for looks into what is isolated to it.
  public func inside<Value: Sendable>(_ body: () -> Value) -> Value {
    let wasRunning = state.withLock { state in
      defer { state.isRunning = true }
      return state.isRunning
    }
    defer { state.withLock { $0.isRunning = wasRunning } }
    return body()
  }

  private func step(until end: EngineInstant) -> Bool {
    let work = state.withLock { state in state.takeFellow() ?? state.takeReady() ?? state.takeDue(end) }
    guard let work else { return false }
    state.withLock { $0.isRunning = true }
    work()
    let observers = state.withLock { state in
      state.steps += 1
      return state.observers
    }
    for observe in observers { observe() }
    state.withLock { $0.isRunning = false }
    return true
  }

  @discardableResult
  fileprivate func schedule(
    _ moment: EngineInstant, isTimer: Bool = false, isStillWanted: @escaping @Sendable (UInt64) -> Bool,
    _ work: @escaping @Sendable () -> Void
  ) -> UInt64 {
    state.withLock { state in
      state.sequence += 1
      if isTimer { state.armedTimers.insert(state.sequence) }
      state.events.add(
        EventQueue.Event(
          due: max(moment, state.now), sequence: state.sequence, isStillWanted: isStillWanted, work: work))
      return state.sequence
    }
  }

  fileprivate func disarm(_ sequence: UInt64) { _ = state.withLock { $0.armedTimers.remove(sequence) } }
}

private struct VirtualWorkPool: WorkPool {
  let world: VirtualWorld

  func submit(_ work: @escaping @Sendable () -> Void) { world.after(world.workTime, work) }
}

private final class VirtualTimer: EngineTimer {
  private let world: VirtualWorld
  private let fire: @Sendable () -> Void
  private let armed = Armed()

  private final class Armed: Sendable {
    let sequence = Atomic<UInt64>(0)
  }

  init(_ world: VirtualWorld, _ fire: @escaping @Sendable () -> Void) {
    self.world = world
    self.fire = fire
  }

  func arm(at moment: EngineInstant) {
    disarm()
    let armed = self.armed
    let sequence = world.schedule(
      moment, isTimer: true, isStillWanted: { armed.sequence.load(ordering: .relaxed) == $0 }, fire)
    armed.sequence.store(sequence, ordering: .relaxed)
  }

  func disarm() {
    let sequence = armed.sequence.exchange(0, ordering: .relaxed)
    if sequence != 0 { world.disarm(sequence) }
  }

  func cancel() { disarm() }

  deinit { disarm() }
}
