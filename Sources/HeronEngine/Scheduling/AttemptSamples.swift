/// The newest first attempts to an origin, at most 64 of them, and what they say about it.
///
/// Adding is a store into a ring. Only when something failed is it judged which of the samples count: those within
/// the window, and of each key the newest, so that one URL asked for again and again is one voice.
struct AttemptSamples: Sendable {
  /// What the distinct keys of a window came to.
  struct Tally: Sendable, Hashable {
    var total = 0
    var transportFailures = 0
    var statusFailures = 0
  }

  private struct Sample {
    var moment: EngineInstant
    var key: UInt64
    var verdict: OriginVerdict
  }

  /// The most samples that are kept.
  static let capacity = 64

  private var ring: [Sample] = []
  private var next = 0

  /// Adds a sample, in place of the oldest where there is no room.
  mutating func add(_ verdict: OriginVerdict, key: UInt64, now: EngineInstant) {
    let sample = Sample(moment: now, key: key, verdict: verdict)
    if ring.count < Self.capacity { ring.append(sample) } else { ring[next] = sample }
    next = (next + 1) % Self.capacity
  }

  /// Forgets all samples.
  mutating func removeAll() {
    ring.removeAll(keepingCapacity: true)
    next = 0
  }

  /// Counts the newest sample of each key since `start`.
  func tally(since start: EngineInstant) -> Tally {
    precondition(ring.count <= Self.capacity, "There are \(ring.count) samples, more than \(Self.capacity).")
    var tally = Tally()
    var seen: Set<UInt64> = []
    for step in 1...Self.capacity where step <= ring.count {
      let sample = ring[(next - step + Self.capacity) % Self.capacity]
      if sample.moment < start { break }
      guard seen.insert(sample.key).inserted else { continue }
      tally.total += 1
      if sample.verdict == .transportFailure { tally.transportFailures += 1 }
      if sample.verdict == .statusFailure { tally.statusFailures += 1 }
    }
    return tally
  }
}
