import HeronEngine

/// A scenario with a seed, spelled out: each request by itself, at its moment. The same for every world.
struct RunPlan: Sendable {
  /// One request.
  struct Request: Sendable {
    var origin: String
    /// The number in its URL.
    var number: Int
    var priority: RequestPriority
    var tag: String?
    var kind: MediaRequest.Kind
    var hold: ScenarioStep.Requests.Hold
    var maxAttempts: Int?
    var deadline: Duration?
    var step: String?
  }

  /// What happens at a moment.
  enum Act: Sendable {
    case request(Request)
    /// A row of cells comes into sight, and the one that came `rows` before goes.
    case row([Request], rows: Int)
    /// A cell is given another URL; the number says which.
    case repoint(Request, cell: UInt64)
    case other(ScenarioStep.Act)
  }

  struct Entry: Sendable {
    var at: Duration
    var act: Act
  }

  let scenario: Scenario
  let seed: UInt64
  private(set) var entries: [Entry] = []
  /// When the last step is over, what it spreads over time included.
  private(set) var end = Duration.zero
  private var nextNumber: [String: Int] = [:]
  private var generator: SeededGenerator

  init(_ scenario: Scenario, seed: UInt64, isBaseline: Bool = false) {
    self.scenario = scenario
    self.seed = seed
    generator = SeededGenerator(seed: seed)
    let baseline = isBaseline ? scenario.baseline : nil
    for step in scenario.steps {
      // Left out or not, a step draws the same numbers.
      let made = spell(step)
      if let name = step.name, baseline?.leavesOutSteps.contains(name) == true { continue }
      entries += made.filter { entry in
        guard case .request(let request) = entry.act else { return true }
        return baseline?.leavesOut.contains(request.origin) != true
      }
    }
    // Steps that last overlap.
    entries = entries.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }

  private mutating func spell(_ step: ScenarioStep) -> [Entry] {
    end = max(end, step.at + (step.act.requests?.over ?? .zero))
    switch step.act {
    case .request(let requests):
      let all = spell(requests, step)
      return all.enumerated().map { index, request in
        Entry(at: step.at + requests.over * index / max(all.count, 1), act: .request(request))
      }
    case .scroll(let rows, let requests):
      let columns = scenario.screen?.columns ?? 1
      let all = spell(requests, step)
      return (0..<rows).map { row in
        let cells = Array(all[(row * columns)..<((row + 1) * columns)])
        return Entry(
          at: step.at + requests.over * row / max(rows, 1), act: .row(cells, rows: scenario.screen?.rows ?? 1))
      }
    case .repoint(let requests):
      let all = spell(requests, step)
      return all.enumerated().map { index, request in
        Entry(
          at: step.at + requests.over * index / max(all.count, 1), act: .repoint(request, cell: generator.next()))
      }
    default: return [Entry(at: step.at, act: .other(step.act))]
    }
  }

  private mutating func spell(_ requests: ScenarioStep.Requests, _ step: ScenarioStep) -> [Request] {
    var origins = requests.mix.flatMap { Array(repeating: $0.origin, count: $0.count) }
    if requests.mix.count > 1 { origins.shuffle(using: &generator) }
    let first = Dictionary(
      uniqueKeysWithValues: requests.mix.map { ($0.origin, requests.first ?? nextNumber[$0.origin] ?? 0) })
    var made: [String: Int] = [:]
    return origins.map { origin in
      let index = made[origin, default: 0]
      made[origin] = index + 1
      let number = (first[origin] ?? 0) + (requests.urls.map { index % $0 } ?? index)
      nextNumber[origin] = max(nextNumber[origin] ?? 0, number + 1)
      return Request(
        origin: origin, number: number, priority: requests.priority, tag: requests.tag, kind: requests.kind,
        hold: requests.hold, maxAttempts: requests.maxAttempts, deadline: requests.deadline, step: step.name)
    }
  }

  /// The classes of all requests, in the order in which they are made.
  var priorities: [RequestPriority] {
    entries.flatMap { entry -> [RequestPriority] in
      switch entry.act {
      case .request(let request), .repoint(let request, _): [request.priority]
      case .row(let requests, _): requests.map(\.priority)
      case .other: []
      }
    }
  }

  /// The spans during which the network is away, by the script.
  var offline: [Range<Duration>] {
    spans { if case .network(let isUp) = $0 { !isUp } else { nil } }
  }

  /// The spans during which the loader is paused, by the script.
  var paused: [Range<Duration>] {
    spans { if case .pause(let isPaused) = $0 { isPaused } else { nil } }
  }

  private func spans(_ begins: (ScenarioStep.Act) -> Bool?) -> [Range<Duration>] {
    var spans: [Range<Duration>] = []
    var start: Duration?
    for entry in entries {
      guard case .other(let act) = entry.act, let isBegin = begins(act) else { continue }
      if !isBegin, let from = start { spans.append(from..<max(from, entry.at)) }
      start = isBegin ? start ?? entry.at : nil
    }
    if let start { spans.append(start..<max(start, scenario.time)) }
    return spans
  }
}
