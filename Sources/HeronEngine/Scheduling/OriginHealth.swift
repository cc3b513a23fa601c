/// What is known about one origin: its retry budget, its gate, its breaker, and whether it has been heard of at all.
struct OriginHealth: Sendable {
  /// Whether attempts may start.
  enum State: Sendable, Hashable {
    /// They may.
    case open
    /// Not before that moment, which the origin named.
    case gated(until: EngineInstant)
    /// Not before that moment: it is down.
    case broken(until: EngineInstant)
    /// It may be back: only what `beginProbe` grants.
    case probing
  }

  /// How an attempt ended, as far as its origin is concerned.
  enum End: Sendable, Hashable {
    /// It served: media, or a redirect to follow.
    case served(HTTPVersion)
    /// It did not.
    case failed(AttemptOutcome, retryAfter: RetryAfter?)
  }

  /// The end of one attempt.
  struct Report: Sendable {
    /// The hash of the load's URL.
    var key: UInt64
    /// Whether it was the load's first attempt.
    var isFirst: Bool
    /// Whether it was the breaker's probe.
    var isProbe: Bool
    var end: End
  }

  /// How much of others' time an origin may take that has not answered yet, or last failed to connect.
  enum Standing: Sendable, Hashable {
    /// It serves: no bounds.
    case proven
    /// Few slots while others wait.
    case unproven
    /// It let others wait before: one slot at a time while others wait.
    case onTrial
    /// It let others wait just now: none while others wait.
    case resting
  }

  /// The tokens for retries.
  var budget: RetryBudget
  /// What waiting for its connections has cost others.
  private(set) var patience = ConnectPatience()
  /// Whether it has ever answered.
  private(set) var hasAnswered = false
  /// Whether the last attempt that ended had found no connection.
  private(set) var lastFailedToConnect = false
  /// Whether its last response came by a version that carries many requests at a time.
  private(set) var isMultiplexed = false

  private var gate: OriginGate
  private var breaker: CircuitBreaker

  /// An origin that nothing is known about.
  init(_ settings: OriginHealthSettings, now: EngineInstant) {
    budget = RetryBudget(settings, now: now)
    gate = OriginGate(settings)
    breaker = CircuitBreaker(settings)
  }

  /// Goes on under other settings; what is known stays.
  mutating func adopt(_ settings: OriginHealthSettings, now: EngineInstant) {
    budget = budget.adopting(settings, now: now)
    gate.settings = settings
    breaker.settings = settings
  }

  /// Whether it holds only few slots while another origin waits: it has shown no sign of life, or shows none now.
  var isUnproven: Bool { !hasAnswered || lastFailedToConnect }

  /// How it stands at a moment.
  func standing(_ now: EngineInstant) -> Standing {
    guard isUnproven else { return .proven }
    if now < patience.restsUntil { return .resting }
    return patience.rounds > 0 ? .onTrial : .unproven
  }

  /// An attempt that was waited for in that round, for so many nanoseconds, gave its slot up to others.
  mutating func gaveUp(round: Int, after waited: Int64, now: EngineInstant) {
    patience.giveUp(round: round, after: waited, now: now)
  }

  /// Whether attempts may start at a moment. A gate that outlasts the breaker's opening goes before its probes.
  func state(_ now: EngineInstant) -> State {
    let gated = gate.closedUntil(now)
    switch breaker.state(now) {
    case .open(let until): return .broken(until: max(until, gated ?? until))
    case .closed: return gated.map { .gated(until: $0) } ?? .open
    case .halfOpen: return gated.map { .gated(until: $0) } ?? .probing
    }
  }

  /// Takes the one place for a probe; false where there is none. What begins must end: by `record` or `cancelProbe`.
  mutating func beginProbe(now: EngineInstant) -> Bool {
    state(now) == .probing && breaker.beginProbe(now: now)
  }

  /// The probe was cancelled: its place is free again.
  mutating func cancelProbe(now: EngineInstant, generator: inout some RandomNumberGenerator) {
    breaker.endProbe(.unknown, now: now, generator: &generator)
  }

  /// Takes in the end of an attempt.
  mutating func record(_ report: Report, now: EngineInstant, generator: inout some RandomNumberGenerator) {
    let verdict: OriginVerdict
    switch report.end {
    case .served(let version):
      verdict = .success
      answered(version)
      gate.success()
      if report.isFirst { budget.deposit(now: now) }
    case .failed(let outcome, let retryAfter):
      verdict = OriginVerdict(outcome)
      noteFailure(outcome, verdict)
      if let retryAfter { close(outcome, retryAfter, key: report.key, now: now) }
    }
    if report.isProbe {
      breaker.endProbe(verdict, now: now, generator: &generator)
    } else if report.isFirst {
      breaker.record(verdict, key: report.key, now: now, generator: &generator)
    }
  }

  private mutating func close(_ outcome: AttemptOutcome, _ retryAfter: RetryAfter, key: UInt64, now: EngineInstant) {
    guard case .response(let head) = outcome else { return }
    switch head.status {
    case 429: gate.tooManyRequests(retryAfter, now: now)
    case 503: gate.unavailable(retryAfter, key: key, now: now)
    default: break
    }
  }

  /// Takes in the head of a response, whatever becomes of the rest.
  mutating func answered(_ version: HTTPVersion) {
    hasAnswered = true
    lastFailedToConnect = false
    patience = ConnectPatience()
    isMultiplexed = version.isMultiplexed
  }

  private mutating func noteFailure(_ outcome: AttemptOutcome, _ verdict: OriginVerdict) {
    switch outcome {
    case .response(let head): answered(head.version)
    case .transport(let error):
      guard verdict != .unknown else { return }
      lastFailedToConnect = error.isConnectFailure
      if !error.isConnectFailure { patience = ConnectPatience() }
      if error.bytesReceived > 0 { hasAnswered = true }
    case .decoding, .rangeMismatch, .limit:
      guard verdict != .unknown else { return }
      hasAnswered = true
      lastFailedToConnect = false
    }
  }
}
