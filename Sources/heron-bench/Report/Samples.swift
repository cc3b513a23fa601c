/// What the measurements gave, one value a round.
struct Samples {
  private var values: [Figure.Source: [Double]] = [:]

  mutating func add(_ measured: [String: Double], of probe: Probe) {
    for (name, value) in measured { values[Figure.Source(probe, name), default: []].append(value) }
  }

  func spread(of source: Figure.Source) -> Spread? { values[source].map(Spread.init) }
}

/// The middle of several runs, their least and their most.
struct Spread: Encodable {
  let median: Double
  let least: Double
  let most: Double

  /// Of at least one value.
  init(_ values: [Double]) {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    least = sorted[0]
    most = sorted[sorted.count - 1]
  }
}
