import HeronEngine

/// A request that joins the line and leaves it again, while others wait.
///
/// A batch joins, the loader is waited for, the batch leaves, the loader is waited for: so each really has waited.
enum SubmitAndCancel {
  private static let batch = 1000
  private static let batches = 100

  static func measure(waiting: Int) throws -> [String: Double] {
    let bench = try Bench(HangingTransport()) { $0.timeLimits.firstByte = .zero }
    let listener = SilentListener()
    // Kept as text: making it is not what is measured.
    let waitingURLs = URLs.distinct(waiting)
    var held = waitingURLs.map { bench.load($0, for: listener) }
    bench.settle()

    let urls = (0..<batch).map { URLs.url(waiting + $0) }
    func joinAndLeave() {
      let handles = urls.map { bench.load($0, for: listener) }
      bench.settle()
      for handle in handles { handle.cancel() }
      bench.settle()
    }
    joinAndLeave()
    let newest = Meters.time(per: batch * batches) { for _ in 0..<batches { joinAndLeave() } }

    // From anywhere in the line, each replaced by a new one: what a cache of the processor cannot help with.
    let places = scattered(over: waiting)
    let anywhere = Meters.time(per: places.count) {
      for start in stride(from: 0, to: places.count, by: batch) {
        let chosen = places[start..<min(start + batch, places.count)]
        for place in chosen { held[place].cancel() }
        bench.settle()
        for place in chosen { held[place] = bench.load(waitingURLs[place], for: listener) }
        bench.settle()
      }
    }
    return withExtendedLifetime(held) {
      ["newest": newest.wall / 1000, "anywhere": anywhere.wall / 1000, "processor": newest.processor / 1000]
    }
  }

  // A prime stride visits every place once, far from the last one.
  private static func scattered(over count: Int) -> [Int] {
    (0..<(batch * batches)).map { $0 * 7919 % count }
  }
}
