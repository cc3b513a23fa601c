import HeronEngine

/// What each stretch of a load's way costs: all loads are brought through one stretch before any begins the next, on
/// one thread, by an executor that is turned by hand.
enum Phases {
  private static let count = 20_000

  static func measure() throws -> [String: Double] {
    _ = try run()
    var samples: [String: [Double]] = [:]
    for _ in 0..<5 {
      for (name, value) in try run() { samples[name, default: []].append(value) }
    }
    return samples.mapValues { $0.sorted()[$0.count / 2] }
  }

  private static func run() throws -> [String: Double] {
    let transport = CollectingTransport()
    let world = try HandTurnedBench(transport, clock: TimerlessClock()) {
      $0.maxActive = count
      $0.maxActivePerOrigin = count
      $0.maxActiveUnproven = count
    }
    let listener = CountingListener(expecting: count)
    let urls = URLs.distinct(count)
    world.loader.pause()
    world.executor.turn()
    var handles: [MediaLoad] = []
    handles.reserveCapacity(count)
    var phases: [String: Double] = [:]
    func phase(_ name: String, _ body: () -> Void) { phases[name] = Meters.time(per: count, body).wall }

    phase("submit") { for url in urls { handles.append(world.load(url, for: listener)) } }
    phase("line-up") { world.executor.turn() }
    world.loader.resume()
    phase("start") { world.executor.turn() }
    let observers = transport.takeAll()
    phase("receive") { for observer in observers { observer.answer() } }
    phase("finish") { world.executor.turn() }
    listener.wait()
    phase("release") { handles.removeAll() }
    return phases
  }
}
