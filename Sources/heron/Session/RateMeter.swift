import Heron

/// Bytes per second over the last two seconds.
struct RateMeter {
  private var samples: [(moment: EngineInstant, total: Int64)] = []

  private static let span = Duration.seconds(2)

  mutating func rate(at now: EngineInstant, total: Int64) -> Int64 {
    samples.append((now, total))
    // One sample that is older than the span stays, to measure from.
    while samples.count > 2, samples[1].moment.duration(to: now) > Self.span { samples.removeFirst() }
    let first = samples[0]
    let seconds = first.moment.duration(to: now) / .seconds(1)
    return seconds > 0 ? Int64(Double(total - first.total) / seconds) : 0
  }
}
