import Dispatch
import HeronEngine
import Synchronization

/// A loader that works on this thread, when it is told to, so that stretches of its work can be timed apart.
struct HandTurnedBench {
  let executor = HandTurnedExecutor()
  let loader: MediaLoader

  init(_ transport: any Transport, clock: any EngineClock, _ change: (inout Configuration) -> Void) throws {
    let environment = Environment(
      executor: executor, clock: clock, workPool: DispatchWorkPool(width: 1), transport: transport, seed: 1)
    loader = try MediaLoader(configuration: Bench.configuration(change), environment: environment)
  }

  func load(_ url: String, for listener: any SendableMediaLoadListener) -> MediaLoad {
    loader.load(MediaRequest(url, kind: .data), for: listener)
  }
}

/// Runs what is submitted when `turn` is called, on the thread that calls it.
final class HandTurnedExecutor: EngineExecutor {
  private let ready = Mutex<[@Sendable () -> Void]>([])

  func submit(_ work: @escaping @Sendable () -> Void) { ready.withLock { $0.append(work) } }

  func turn() {
    while true {
      let work = ready.withLock { ready in
        defer { ready = [] }
        return ready
      }
      if work.isEmpty { return }
      for piece in work { piece() }
    }
  }

  func checkIsolated() {}
  func isIsolatingCurrentContext() -> Bool? { true }
}

/// The machine's clock, with timers that never fire and cost nothing.
struct TimerlessClock: EngineClock {
  private final class NoTimer: EngineTimer {
    func arm(at moment: EngineInstant) {}
    func disarm() {}
    func cancel() {}
  }

  var now: EngineInstant { EngineInstant(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds)) }
  var secondsSince1970: Int64 { 0 }
  func makeTimer(fire: @escaping @Sendable () -> Void) -> any EngineTimer { NoTimer() }
}
