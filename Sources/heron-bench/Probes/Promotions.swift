import HeronEngine

/// From the moment that a paused line may move until its last load has ended.
enum Promotions {
  static func measure(origins: Int) throws -> [String: Double] {
    let few = 10_000
    let many = 100_000
    _ = try run(few, origins)
    let times = try (0..<5).map { _ in try run(few, origins) }.sorted()
    return ["few": times[times.count / 2], "many": try run(many, origins)]
  }

  /// Nanoseconds per load.
  private static func run(_ count: Int, _ origins: Int) throws -> Double {
    let bench = try Bench(InstantTransport())
    bench.loader.pause()
    let listener = CountingListener(expecting: count)
    let handles = URLs.distinct(count, origins: origins).map { bench.load($0, for: listener) }
    bench.settle()
    return Meters.time(per: count) {
      bench.loader.resume()
      withExtendedLifetime(handles) { listener.wait() }
    }.wall
  }
}
