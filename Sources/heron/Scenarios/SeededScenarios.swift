import HeronScenarios

/// Scenarios, each with each of its seeds: as many as there may be, in the memory of the scenarios alone.
struct SeededScenarios: RandomAccessCollection, Sendable {
  typealias Element = (scenario: Scenario, seed: UInt64)

  private let scenarios: [(scenario: Scenario, seeds: ClosedRange<UInt64>)]
  // Where each scenario's seeds begin among all.
  private let starts: [Int]
  let endIndex: Int

  init(_ scenarios: [(Scenario, ClosedRange<UInt64>)]) {
    self.scenarios = scenarios.map { (scenario: $0.0, seeds: $0.1) }
    var starts: [Int] = []
    var count = 0
    for (_, seeds) in scenarios {
      starts.append(count)
      count += seeds.count
    }
    self.starts = starts
    endIndex = count
  }

  var startIndex: Int { 0 }

  subscript(position: Int) -> Element {
    let place = (starts.firstIndex { $0 > position } ?? starts.count) - 1
    let (scenario, seeds) = scenarios[place]
    return (scenario, seeds.lowerBound + UInt64(position - starts[place]))
  }
}
