import HeronEngine

/// A load's whole way with everything on: submitted, in line, started with its timer armed, ended, delivered.
enum WholeLoads {
  private static let count = 100_000

  static func measure() throws -> [String: Double] {
    let urls = URLs.distinct(count)
    // Threads and code are there, as for the yardstick.
    try load(urls.prefix(1000))
    let (wall, processor) = try Meters.time(per: count) { try load(urls[...]) }
    return ["wall": wall, "processor": processor]
  }

  private static func load(_ urls: ArraySlice<String>) throws {
    let bench = try Bench(InstantTransport())
    let listener = CountingListener(expecting: urls.count)
    var handles: [MediaLoad] = []
    handles.reserveCapacity(urls.count)
    for url in urls { handles.append(bench.load(url, for: listener)) }
    withExtendedLifetime(handles) { listener.wait() }
  }
}
