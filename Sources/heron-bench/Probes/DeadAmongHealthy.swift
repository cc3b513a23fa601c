import HeronEngine

/// How long a page of healthy pictures takes while others on it fail again and again.
enum DeadAmongHealthy {
  enum Dead {
    case none, sameOrigin, ownOrigin
  }

  private static let healthy = 200
  private static let dead = 12

  static func measure(dead place: Dead) throws -> [String: Double] {
    let bench = try Bench(SlowTransport()) { $0.maxActive = 4 }
    let listener = CountingListener(expecting: healthy)
    let ignored = SilentListener()
    var handles: [MediaLoad] = []
    let time = Meters.time(per: 1) {
      for number in 0..<healthy {
        if number % (healthy / dead) == 0, number / (healthy / dead) < dead, let url = deadURL(number, place) {
          handles.append(bench.load(url, for: ignored))
        }
        handles.append(bench.load(URLs.url(number), for: listener))
      }
      listener.wait()
    }
    return withExtendedLifetime(handles) { ["wall": time.wall / 1e6] }
  }

  private static func deadURL(_ number: Int, _ place: Dead) -> String? {
    switch place {
    case .none: nil
    case .sameOrigin: URLs.url(number) + URLs.deadMark
    case .ownOrigin: "\(URLs.deadOrigin)example.org/\(number)\(URLs.deadMark)"
    }
  }
}
