public import HeronEngine

/// One scenario with one seed on one line, under several policies: what each made of the very same requests.
public struct PolicyRace: Sendable {
  /// What one policy made of it.
  public struct Run: Sendable {
    /// Requests of listeners.
    public var requested = 0
    /// Those of them that got their media.
    public var delivered = 0
    /// Pictures that some policy brought, and this one did not: it gave them up, or their callers left before; without
    /// those whose origin asked not to be asked again for longer than anybody waits, which who does not listen may get
    /// all the same.
    public var lost = 0
    /// Seconds from a request to its media, of the visible loads that could be had; those whose callers left before
    /// count with the time that these waited, and those that were given up as infinite.
    public var waits: [Double] = []
    /// Seconds from the last visible request until everything that was to be seen then is there; infinite where
    /// something never was, nil where nothing visible was there to be had.
    public var fullScreen: Double?
    /// Requests that went out, redirects not counted.
    public var attempts = 0
    /// URLs that were asked for at least once.
    public var pictures = 0
    /// Bytes that came for loads that nobody wanted in the end.
    public var deadBytes: Int64 = 0
    /// The most attempts at a time.
    public var peakActive = 0
  }

  /// In the order of the policies; none where the race was stopped.
  public let runs: [Run]

  init(runs: [Run]) { self.runs = runs }

  /// Runs it, once for each policy.
  ///
  /// - Parameter isStopped: asked now and then; true ends it early, and what came of it means nothing.
  /// - Throws: what a policy's flag says that the engine does not take.
  public init(
    _ scenario: Scenario, seed: UInt64, on line: NamedLine, policies: [Policy], isStopped: () -> Bool = { false }
  ) throws(ConfigurationError) {
    var records: [RunRecord] = []
    for policy in policies {
      records.append(
        try VirtualRun.run(
          policy.scenario(scenario, on: line.link), seed: seed, isWatched: false, isStopped: isStopped))
    }
    guard !isStopped() else {
      runs = []
      return
    }
    let all = records.map(\.requests)
    let priorities = RunPlan(scenario, seed: seed).priorities
    let fates = (all.first ?? []).indices.map { number in Fate(all.map { $0[number] }, priorities[number]) }
    runs = records.map { Self.run($0, fates) }
  }

  /// What became of one request, over all policies.
  private struct Fate {
    /// Some policy brought it, and its origin did not ask for more patience than anybody has.
    var couldBeHad: Bool
    /// Somebody looked at the place where it was to be.
    var isVisible: Bool

    init(_ requests: [RunLog.Request], _ priority: RequestPriority) {
      let isForbidden = requests.contains { $0.end == .failed(.retryAfter) }
      couldBeHad = !isForbidden && requests.contains(where: \.isDelivered)
      isVisible = priority <= .visible
    }
  }

  private static func run(_ record: RunRecord, _ fates: [Fate]) -> Run {
    let requests = record.requests
    let first = record.attempts.filter { $0.redirects == 0 }
    var run = Run()
    run.requested = requests.count
    run.delivered = requests.count(where: \.isDelivered)
    run.attempts = first.count
    run.pictures = Set(first.map(\.url)).count
    run.deadBytes = record.statistics.bytesForDeadListeners
    run.peakActive = record.peakActive
    let possible = zip(requests, fates).filter(\.1.couldBeHad)
    run.lost = possible.count { !$0.0.isDelivered }
    let visible = possible.filter(\.1.isVisible).map(\.0)
    run.waits = visible.map { request in
      request.isDelivered || request.end == .dropped
        ? request.ended?.seconds(since: request.submitted) ?? .infinity : .infinity
    }
    guard let last = visible.map(\.submitted).max() else { return run }
    // Whose caller had left by then was not on the screen any more.
    let seen = visible.filter { $0.end != .dropped || ($0.ended ?? last) > last }
    let ends = seen.map { $0.isDelivered ? $0.ended?.seconds(since: last) ?? .infinity : .infinity }
    run.fullScreen = max(0, ends.max() ?? 0)
    return run
  }
}
