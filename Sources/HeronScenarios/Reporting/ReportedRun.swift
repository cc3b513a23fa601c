import HeronEngine
import HeronTesting

/// A run as the report page has it. Times in milliseconds.
struct ReportedRun: Encodable, Sendable {
  struct Check: Encodable, Sendable {
    var figure: String
    var expected: String
    var bound: String?
    var came: String?
    var holds: Bool
    var line: Int
  }

  struct Breach: Encodable, Sendable {
    var at: Int
    var text: String
  }

  struct Attempts: Encodable, Sendable {
    var origin: String
    var byNumber: [Int] = []
    var served = 0
    var failed = 0
    var cancelled = 0
    var redirected = 0
  }

  var scenario: String
  var about: String
  var seed: UInt64
  var world: String
  var outcome: String
  var duration: Int
  var requests: Int
  var link: String
  var limit: Int
  var flags: [String]
  var replay: String
  var checks: [Check]
  var breaches: [Breach]
  var facts: [[String]]
  var origins: [String]
  var errors: [String] = []
  var attempts: [Attempts] = []
  var curves: StateCurves?
  var loads: [ReportedLoad]?

  /// - Parameters:
  ///   - hasLoads: whether each load is told of, or only the sums.
  ///   - replay: the command that runs it again.
  init(_ verdict: Verdict, flags: [String], hasLoads: Bool, replay: String) {
    let record = verdict.record
    let scenario = record.plan.scenario
    self.scenario = scenario.name
    about = scenario.about
    seed = record.seed
    world = record.world.rawValue
    outcome = "\(verdict.outcome)"
    duration = Self.milliseconds(record.end.nanoseconds)
    requests = record.requests.count
    let name = NetworkLink.named.first { $0.link == scenario.link }?.name
    let rate = scenario.link.bytesPerSecond / 125_000
    link = "\(name.map { "\($0): " } ?? "")\(FlagText.text(scenario.link.roundTrip)), \(rate) Mbit/s"
    limit = record.limit
    self.flags = scenario.flags + flags
    self.replay = replay
    checks = verdict.checks.map { check in
      Check(
        figure: "\(check.expectation.figure)", expected: check.expectation.comparison.text, bound: check.bound,
        came: check.value, holds: check.holds, line: check.expectation.line)
    }
    breaches = record.breaches.map { Breach(at: Self.milliseconds($0.moment.nanoseconds), text: $0.text) }
    facts = Self.facts(record)
    origins = scenario.origins.map(\.name)
    attempts = Self.attempts(record)
    if hasLoads { addLoads(record) }
  }

  private static func milliseconds(_ nanoseconds: Int64) -> Int { Int((nanoseconds + 500_000) / 1_000_000) }

  private static func facts(_ record: RunRecord) -> [[String]] {
    let requests = record.requests
    return [
      ["delivered", "\(requests.count(where: \.isDelivered))"], ["failed", "\(requests.count(where: \.isFailed))"],
      ["dropped", "\(requests.count { $0.end == .dropped })"], ["requests sent", "\(record.attempts.count)"],
      ["connections", "\(record.connections)"],
      ["bytes", Figure.Kind.Unit.bytes.text(Double(record.statistics.bytes))],
      ["bytes for dead listeners", Figure.Kind.Unit.bytes.text(Double(record.statistics.bytesForDeadListeners))],
      ["timeline (SHA-256)", record.digest],
    ]
  }

  private static func attempts(_ record: RunRecord) -> [Attempts] {
    let origins = Dictionary(record.requests.map { ($0.url, $0.origin) }) { first, _ in first }
    var found: [String: Attempts] = [:]
    for report in record.attempts {
      guard let origin = origins[report.url] else { continue }
      var sums = found[origin] ?? Attempts(origin: origin)
      if report.redirects == 0 {
        let place = max(0, report.attempt - 1)
        while sums.byNumber.count <= place { sums.byNumber.append(0) }
        sums.byNumber[place] += 1
      }
      switch report.outcome {
      case .served: sums.served += 1
      case .redirected: sums.redirected += 1
      case .failed: sums.failed += 1
      case .cancelled: sums.cancelled += 1
      }
      found[origin] = sums
    }
    return record.plan.scenario.origins.compactMap { found[$0.name] }
  }

  private mutating func addLoads(_ record: RunRecord) {
    let requests = record.requests
    var events = [[RunLog.Event]](repeating: [], count: requests.count)
    for event in record.events where requests.indices.contains(event.request) { events[event.request].append(event) }
    let reports = Dictionary(grouping: record.attempts.sorted { $0.started < $1.started }, by: \.url)
    let away = record.plan.offline
    let places = Dictionary(uniqueKeysWithValues: origins.enumerated().map { ($1, $0) })
    var numbers: [String: Int] = [:]
    var spans: [LoadTimeline.Span] = []
    loads = requests.enumerated().map { number, request in
      let timeline = LoadTimeline(
        events[number], attempts: reports[request.url] ?? [], away: away, end: record.end.nanoseconds)
      spans += timeline.spans
      var error = -1
      if case .failed(let kind)? = request.end {
        error = numbers[kind.rawValue] ?? errors.count
        if error == errors.count { errors.append(kind.rawValue) }
        numbers[kind.rawValue] = error
      }
      return ReportedLoad(request, origin: places[request.origin] ?? 0, error: error, spans: timeline.spans)
    }
    curves = StateCurves(spans, attempts: record.attempts.map { ($0.started, $0.ended) })
  }
}

/// A load as the report page has it: a row of numbers.
struct ReportedLoad: Encodable, Sendable {
  let numbers: [Int]
  let spans: [Int]

  init(_ request: RunLog.Request, origin: Int, error: Int, spans: [LoadTimeline.Span]) {
    func milliseconds(_ nanoseconds: Int64) -> Int { Int((nanoseconds + 500_000) / 1_000_000) }
    let end =
      switch request.end {
      case .delivered(.memory): 1
      case .delivered: 0
      case .failed: 2
      case .dropped: 3
      case nil: 4
      }
    numbers = [
      origin, Int(request.url.split(separator: "/").last ?? "") ?? 0, Int(request.priority.rawValue),
      milliseconds(request.submitted.nanoseconds), request.ended.map { milliseconds($0.nanoseconds) } ?? -1, end, error,
      request.attempts,
    ]
    self.spans = spans.flatMap { span in
      let start = milliseconds(span.start)
      return [span.state.rawValue, start, milliseconds(span.end) - start]
    }
  }

  func encode(to encoder: any Encoder) throws {
    var row = encoder.unkeyedContainer()
    for number in numbers { try row.encode(number) }
    try row.encode(spans)
  }
}
