import HeronEngine

/// What one request went through, from its making to its end, as spans of time.
struct LoadTimeline {
  /// What a load is in; the raw values are the report page's.
  enum State: Int {
    case waiting = 0
    case backoff
    case parked
    case connect
    case firstByte
    case transfer
    case decode
  }

  struct Span {
    var state: State
    var start: Int64
    var end: Int64
  }

  private(set) var spans: [Span] = []

  /// - Parameters:
  ///   - events: what it heard, in order.
  ///   - attempts: those to its URL, in the order of their starts.
  ///   - away: when the network was away.
  ///   - end: when the run was over, in nanoseconds.
  init(_ events: [RunLog.Event], attempts: [AttemptReport], away: [Range<Duration>], end: Int64) {
    var state: State? = .waiting
    var isDelivered = false
    var since = events.first?.moment.nanoseconds ?? 0
    for event in events {
      let now = event.moment.nanoseconds
      switch event.text {
      case .requested: since = now
      case .progressed: break
      case .waiting:
        close(state, since, now, attempts, away)
        (state, since) = (.waiting, now)
      case .started:
        close(state, since, now, attempts, away)
        (state, since) = (.transfer, now)
      case .retrying:
        close(state, since, now, attempts, away)
        (state, since) = (.backoff, now)
      case .ended(let end):
        if case .delivered = end { isDelivered = true }
        close(state, since, now, attempts, away, isDelivered: isDelivered)
        state = nil
      }
    }
    close(state, since, end, attempts, away)
  }

  private mutating func close(
    _ state: State?, _ start: Int64, _ end: Int64, _ attempts: [AttemptReport], _ away: [Range<Duration>],
    isDelivered: Bool = false
  ) {
    guard let state, end > start else { return }
    switch state {
    case .transfer:
      let rest = addAttempt(start, end, attempts)
      // What was fetched is decoded; what was lost to the network is in line again, which nobody is told.
      if isDelivered { add(.decode, rest, end) } else { addWait(.waiting, rest, end, away) }
    case .waiting, .backoff: addWait(state, start, end, away)
    default: add(state, start, end)
    }
  }

  // While the network is away nobody stands in line.
  private mutating func addWait(_ state: State, _ start: Int64, _ end: Int64, _ away: [Range<Duration>]) {
    var start = start
    for span in away {
      let from = max(start, span.lowerBound.nanoseconds)
      let to = min(end, span.upperBound.nanoseconds)
      guard from < to else { continue }
      add(state, start, from)
      add(.parked, from, to)
      start = to
    }
    add(state, start, end)
  }

  private mutating func addAttempt(_ start: Int64, _ end: Int64, _ attempts: [AttemptReport]) -> Int64 {
    // Who joined later heard of it later than it began, and hops of a redirect are one attempt.
    var moment = start
    for attempt in attempts where attempt.ended > start && attempt.started < end {
      let over = min(end, attempt.ended)
      let metrics = attempt.metrics
      let connected = max(metrics.connect, metrics.secureConnect)
      if !metrics.reusedConnection {
        // Without a figure it never was connected.
        let end = connected > .zero ? attempt.started + connected.nanoseconds : over
        moment = step(.connect, moment, end, over)
      }
      let answered = metrics.firstByte > .zero ? attempt.started + metrics.firstByte.nanoseconds : over
      moment = step(.firstByte, moment, answered, over)
      moment = step(.transfer, moment, over, over)
    }
    return moment
  }

  private mutating func step(_ state: State, _ start: Int64, _ end: Int64, _ limit: Int64) -> Int64 {
    let last = min(max(start, end), max(start, limit))
    add(state, start, last)
    return last
  }

  private mutating func add(_ state: State, _ start: Int64, _ end: Int64) {
    if end > start { spans.append(Span(state: state, start: start, end: end)) }
  }
}
