import HeronEngine

/// What a waiting load takes, with everything that its caller holds: URL, request, handle and a listener of its own.
enum WaitingMemory {
  private static let count = 1_000_000

  static func measure() throws -> [String: Double] {
    let bench = try Bench(HangingTransport())
    bench.loader.pause()
    bench.settle()
    var waiting: [(MediaLoad, SilentListener)] = []
    let before = Meters.resident
    waiting.reserveCapacity(count)
    for number in 0..<count {
      let listener = SilentListener()
      waiting.append((bench.load(URLs.url(number), for: listener), listener))
    }
    bench.settle()
    let bytes = (Meters.resident - before) / Double(count)
    return withExtendedLifetime(waiting) { ["bytes": bytes] }
  }
}
