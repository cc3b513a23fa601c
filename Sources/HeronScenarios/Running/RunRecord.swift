import Crypto
public import HeronEngine
import Synchronization

/// What came of a run.
public struct RunRecord: Sendable {
  let plan: RunPlan
  let log: RunLog
  let connections: Int
  /// What the loader counted.
  public let statistics: Statistics
  /// When it was over.
  public let end: EngineInstant
  /// Pieces of work that it took.
  public let steps: Int
  /// Whether somebody still waited when the scenario's time was over.
  public let isLate: Bool
  /// The most attempts that may run at a time.
  public let limit: Int
  /// Where it ran.
  public let world: Scenario.World

  init(
    plan: RunPlan, log: RunLog, statistics: Statistics, connections: Int, steps: Int, end: EngineInstant, isLate: Bool,
    limit: Int, world: Scenario.World = .virtual
  ) {
    self.plan = plan
    self.log = log
    self.statistics = statistics
    self.connections = connections
    self.steps = steps
    self.end = end
    self.isLate = isLate
    self.limit = limit
    self.world = world
  }

  /// The scenario's name.
  public var scenarioName: String { plan.scenario.name }
  /// The scenario's file.
  public var file: String { plan.scenario.file }
  /// SHA-256 of the timeline, in hexadecimal digits: equal for equal runs.
  public var digest: String {
    var hash = SHA256()
    for line in timeline { hash.update(data: Array((line + "\n").utf8)) }
    return hash.finalize().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
  /// How long it took, in its own time.
  public var timeText: String { Figure.Kind.Unit.time.text(Double(end.nanoseconds) / 1e9) }
  /// The seed.
  public var seed: UInt64 { plan.seed }
  /// What was asked for, in the order of asking.
  public var requests: [RunLog.Request] { log.state.withLock(\.requests) }
  /// What was heard, in its order.
  public var events: [RunLog.Event] { log.state.withLock(\.events) }
  /// The requests that went out, in the order of their ends.
  public var attempts: [AttemptReport] { log.state.withLock(\.attempts) }
  /// Invariants that were broken.
  public var breaches: [RunLog.InvariantNote] { log.state.withLock(\.breaches) }

  /// The events as text, a line each: two runs of a seed give the same, byte for byte.
  public var timeline: [String] { timeline(until: nil) }

  /// The same up to a moment, and with it; nil: to the end.
  public func timeline(until end: EngineInstant?) -> [String] {
    let requests = self.requests
    return events.filter { event in end.map { event.moment <= $0 } ?? true }.map { event in
      let url = event.request >= 0 && event.request < requests.count ? requests[event.request].url : "?"
      return "\(event.moment) #\(event.request) \(url) \(event.text)"
    }
  }
}
