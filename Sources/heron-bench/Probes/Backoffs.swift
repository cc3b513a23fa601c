import HeronEngine

/// Ten thousand loads that fail once and come again within two seconds, each after a wait of its own.
enum Backoffs {
  private static let count = TimerYardstick.count

  static func measure() throws -> [String: Double] {
    // A refused stream is tried again at once: the same two attempts, without the wait between them.
    let atOnce = try run(.streamRefused)
    let waited = try run(.receiveFailed)
    return ["processor": waited.processor, "waiting": waited.processor - atOnce.processor, "wall": waited.wall]
  }

  /// Milliseconds for all loads.
  private static func run(_ failure: TransportError.Failure) throws -> (wall: Double, processor: Double) {
    let urls = URLs.distinct(count)
    let bench = try Bench(FailingOnceTransport(failure, count: count)) { configuration in
      configuration.retry.jitter = .full
      configuration.retry.base = .seconds(2)
      // What would hold the retries back is not what is measured.
      configuration.health.budget = 0
      configuration.health.breaker = false
    }
    let listener = CountingListener(expecting: count)
    let time = Meters.time(per: 1) {
      let handles = urls.map { bench.load($0, for: listener) }
      withExtendedLifetime(handles) { listener.wait() }
    }
    return (time.wall / 1e6, time.processor / 1e6)
  }
}
