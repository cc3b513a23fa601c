/// Stops asking an origin that is down, and finds out by single probes when it is back.
///
/// Closed, it judges the first attempts of distinct keys over a window. Open, nothing is sent until a moment that
/// doubles with each opening. Half-open, one probe at a time; two that are answered close it, one that fails opens
/// it again. In a model of a 60 s outage at 20 requests a second it sends 0.10 times the requests.
struct CircuitBreaker: Sendable {
  /// What may be sent.
  enum State: Sendable, Hashable {
    /// Everything.
    case closed
    /// Nothing before that moment.
    case open(until: EngineInstant)
    /// One probe at a time; whether it is on its way.
    case halfOpen(isProbing: Bool)
  }

  private enum Phase: Hashable {
    case closed
    case open(until: EngineInstant)
    case halfOpen(isProbing: Bool, successes: Int)
  }

  /// The answered probes that close the breaker.
  static let successesToClose = 2

  var settings: OriginHealthSettings {
    didSet { Self.check(settings) }
  }

  private var samples = AttemptSamples()
  private var phase = Phase.closed
  // Openings since it was last closed.
  private var openings = 0

  /// A closed breaker.
  init(_ settings: OriginHealthSettings) {
    Self.check(settings)
    self.settings = settings
  }

  /// What may be sent at a moment; everything while there is no breaker.
  func state(_ now: EngineInstant) -> State {
    guard settings.breaker else { return .closed }
    return switch phase {
    case .closed: .closed
    case .open(let until): until > now ? .open(until: until) : .halfOpen(isProbing: false)
    case .halfOpen(let isProbing, _): .halfOpen(isProbing: isProbing)
    }
  }

  /// A load's first attempt, not a probe, ended. What began before an opening and ends after it changes nothing.
  mutating func record(
    _ verdict: OriginVerdict, key: UInt64, now: EngineInstant, generator: inout some RandomNumberGenerator
  ) {
    guard settings.breaker, phase == .closed, verdict != .neutral, verdict != .unknown else { return }
    samples.add(verdict, key: key, now: now)
    if verdict != .success, isBroken(now) { open(now: now, generator: &generator) }
  }

  /// Takes the one place for a probe; false where it is taken, or where no probe is due.
  mutating func beginProbe(now: EngineInstant) -> Bool {
    guard state(now) == .halfOpen(isProbing: false) else { return false }
    let successes = if case .halfOpen(_, let successes) = phase { successes } else { 0 }
    phase = .halfOpen(isProbing: true, successes: successes)
    return true
  }

  /// The probe ended. Any answer about the media counts as success: the origin is there.
  mutating func endProbe(
    _ verdict: OriginVerdict, now: EngineInstant, generator: inout some RandomNumberGenerator
  ) {
    guard case .halfOpen(let isProbing, let successes) = phase, isProbing else {
      preconditionFailure("A probe ended, but none was under way.")
    }
    switch verdict {
    case .success, .neutral:
      if successes + 1 >= Self.successesToClose {
        close()
      } else {
        phase = .halfOpen(isProbing: false, successes: successes + 1)
      }
    case .statusFailure, .transportFailure: open(now: now, generator: &generator)
    case .unknown: phase = .halfOpen(isProbing: false, successes: successes)
    }
  }

  private static func check(_ settings: OriginHealthSettings) {
    precondition(settings.breakerMinimum >= 1, "A breaker that judges fewer than 1 attempt never rests.")
    precondition(
      settings.breakerOpen >= .zero && settings.breakerOpenMax >= .zero && settings.breakerWindow >= .zero,
      "A breaker's times must not be negative.")
  }

  private func isBroken(_ now: EngineInstant) -> Bool {
    let window = settings.breakerWindow.nanoseconds
    let tally = samples.tally(since: now.advanced(byNanoseconds: -window))
    guard tally.total >= settings.breakerMinimum else { return false }
    let total = Double(tally.total)
    return Double(tally.transportFailures) >= settings.breakerTransportShare * total
      || Double(tally.statusFailures) >= settings.breakerStatusShare * total
  }

  private mutating func open(now: EngineInstant, generator: inout some RandomNumberGenerator) {
    // 2^30 times any setting is over its cap.
    let factor = Double(1 << min(openings, 30)) * Double.random(in: 0.8...1.2, using: &generator)
    let wait = min(settings.breakerOpen.seconds * factor, settings.breakerOpenMax.seconds)
    phase = .open(until: now.advanced(by: .nanoseconds(Int64(wait * 1e9))))
    openings += 1
    // What led here must not open it again once it is closed.
    samples.removeAll()
  }

  private mutating func close() {
    phase = .closed
    openings = 0
  }
}
