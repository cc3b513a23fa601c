import HeronEngine

/// Ten thousand loads that fail once and come again within two seconds, each after a wait of its own.
enum Backoffs {
  private static let count = TimerYardstick.count

  static func measure() throws -> [String: Double] {
    let urls = URLs.distinct(count)
    let bench = try Bench(FailingOnceTransport(count: count)) { configuration in
      configuration.retry.jitter = .full
      configuration.retry.base = .seconds(2)
      // What would hold the retries back is not what is measured.
      configuration.health.budget = 0
      configuration.health.breaker = false
    }
    let listener = CountingListener(expecting: count)
    let processor = Meters.processor
    let wall = Meters.wall
    let handles = urls.map { bench.load($0, for: listener) }
    bench.settle()
    let submitted = Meters.processor
    withExtendedLifetime(handles) { listener.wait() }
    return [
      "processor": (Meters.processor - processor) / 1e6, "retries": (Meters.processor - submitted) / 1e6,
      "wall": (Meters.wall - wall) / 1e6,
    ]
  }
}
