import Dispatch
import HeronEngine
import Synchronization

/// Ten thousand loads that fail once and come again within two seconds, each after a wait of its own.
enum Backoffs {
  private static let count = TimerYardstick.count

  /// Milliseconds for all loads, of processor time but for the last.
  ///
  /// The wait by itself begins when the last of them has been told that it is in backoff, and ends when the last is back
  /// in line; the failing before it is what ends the first attempts.
  static func measure() throws -> [String: Double] {
    let (failing, waiting) = try measureWait()
    let whole = try measureWhole()
    return ["failing": failing, "waiting": waiting, "processor": whole.processor, "wall": whole.wall]
  }

  private static func configure(_ configuration: inout Configuration) {
    configuration.retry.jitter = .full
    configuration.retry.base = .seconds(2)
    // What would hold the retries back is not what is measured.
    configuration.health.budget = 0
    configuration.health.breaker = false
  }

  /// Both attempts of all loads, with the wait between them.
  private static func measureWhole() throws -> (wall: Double, processor: Double) {
    let urls = URLs.distinct(count)
    let bench = try Bench(FailingOnceTransport(.receiveFailed, count: count), configure)
    let listener = CountingListener(expecting: count)
    let time = Meters.time(per: 1) {
      let handles = urls.map { bench.load($0, for: listener) }
      withExtendedLifetime(handles) { listener.wait() }
    }
    return (time.wall / 1e6, time.processor / 1e6)
  }

  private static func measureWait() throws -> (failing: Double, waiting: Double) {
    let transport = CollectingTransport()
    let bench = try Bench(transport) { configuration in
      configure(&configuration)
      configuration.maxActive = count
      configuration.maxActivePerOrigin = count
      configuration.maxActiveUnproven = count
    }
    let listener = ReturningListener(expecting: count)
    let handles = URLs.distinct(count).map { bench.load($0, for: listener) }
    // What a turn admits starts at its end: only the next turn is sure to come after.
    bench.settle()
    bench.settle()
    let attempts = transport.takeAll()
    precondition(attempts.count == count, "all of them were to be active, not \(attempts.count)")
    // From here on there is room for a few only: whoever comes back stays in line.
    try bench.loader.update { $0.maxActive = 6 }
    bench.settle()

    let start = Meters.processor
    for attempt in attempts { attempt.fail(.receiveFailed) }
    listener.waitForBackoff()
    let failed = Meters.processor
    withExtendedLifetime(handles) { listener.waitForReturn() }
    return ((failed - start) / 1e6, (Meters.processor - failed) / 1e6)
  }
}

/// Knows when all loads are in backoff, and when all are back from it.
private final class ReturningListener: SendableMediaLoadListener {
  private let failing: Atomic<Int>
  private let waiting: Atomic<Int>
  private let allFailed = DispatchSemaphore(value: 0)
  private let allReturned = DispatchSemaphore(value: 0)

  init(expecting count: Int) {
    failing = Atomic(count)
    waiting = Atomic(count)
  }

  func mediaLoad(_ load: MediaLoad, didReceive event: MediaLoad.Event) {
    switch event {
    case .retrying:
      if failing.subtract(1, ordering: .relaxed).newValue == 0 { allFailed.signal() }
    // The first few find a slot, the others a line.
    case .started(attempt: 2): count()
    case .waiting where failing.load(ordering: .relaxed) < TimerYardstick.count: count()
    case .waiting, .started, .progressed, .finished: break
    }
  }

  func waitForBackoff() { allFailed.wait() }
  func waitForReturn() { allReturned.wait() }

  private func count() {
    if waiting.subtract(1, ordering: .relaxed).newValue == 0 { allReturned.signal() }
  }
}
