import Dispatch
import HeronEngine

/// Whole loads on one thread, six active, with one part left out at a time.
enum Ablation {
  private static let count = 20_000

  static func measure() throws -> [String: Double] {
    let queue = DispatchQueue(label: "heron-bench.timers")
    let clock = DispatchClock(queue: queue)
    _ = try run(clock)
    var samples: [String: [Double]] = [:]
    for _ in 0..<5 {
      samples["everything", default: []].append(try run(clock))
      samples["no-timers", default: []].append(try run(TimerlessClock()))
      samples["no-memory-cache", default: []].append(try run(clock) { $0.memoryCacheBytes = 0 })
      samples["no-health", default: []].append(
        try run(clock) {
          $0.health.budget = 0
          $0.health.breaker = false
        })
      samples["no-ageing", default: []].append(try run(clock) { $0.ageStep = .zero })
    }
    return samples.mapValues { $0.sorted()[$0.count / 2] }
  }

  private static func run(
    _ clock: any EngineClock, _ change: (inout Configuration) -> Void = { _ in }
  ) throws -> Double {
    let world = try HandTurnedBench(InstantTransport(), clock: clock, change)
    let listener = CountingListener(expecting: count)
    let urls = URLs.distinct(count)
    var handles: [MediaLoad] = []
    handles.reserveCapacity(count)
    let time = Meters.time(per: count) {
      for url in urls { handles.append(world.load(url, for: listener)) }
      world.executor.turn()
      listener.wait()
    }
    return withExtendedLifetime(handles) { time.wall }
  }
}
