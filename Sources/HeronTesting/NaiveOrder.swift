import HeronEngine

/// Whose turn it is in an origin's line, found by looking at all who stand in it (I9).
///
/// The first is the one of the most urgent class, as waiting has raised it, and of those the one that joined the line
/// first; where the low classes have their turn, the one of theirs that joined first.
struct NaiveOrder {
  private let inspection: Inspection
  private let now: EngineInstant

  init(_ inspection: Inspection, now: EngineInstant) {
    self.inspection = inspection
    self.now = now
  }

  /// The load of the same origin that should have had the slot which `started` has just been given; nil where it was
  /// its turn.
  func overtaken(by started: Inspection.Load) -> Inspection.Load? {
    let waiting = inspection.loads.filter { $0.stage == "waiting" }
    // A probe is chosen by another rule, and a redirected load goes on in the first place of a line, where it hides the
    // age of those behind it.
    guard !started.isProbe, started.redirects == 0, waiting.allSatisfy({ $0.redirects == 0 }) else { return nil }
    let isNewestFirst = inspection.configuration.visibleOrder == .lifo
    if isNewestFirst, started.priority == .visible { return nil }
    let hasLowRoom = hasLowRoom(beside: started)
    return waiting.first { load in
      guard load.origin == started.origin, hasLowRoom || !load.priority.isLow else { return false }
      if isNewestFirst, load.priority == .visible { return false }
      if isLowTurn, started.priority.isLow { return load.priority.isLow && load.sequence < started.sequence }
      return (effectiveClass(of: load), load.sequence) < (effectiveClass(of: started), started.sequence)
    }
  }

  private var isLowTurn: Bool {
    let every = inspection.configuration.lowEvery
    return every > 0 && inspection.promotions % every == 0
  }

  private func hasLowRoom(beside started: Inspection.Load) -> Bool {
    let taken = inspection.loads.count(where: \.countsAsLow) - (started.countsAsLow ? 1 : 0)
    return taken < max(1, inspection.configuration.maxActive / 2)
  }

  private func effectiveClass(of load: Inspection.Load) -> RequestPriority {
    let step = inspection.configuration.ageStep
    let most = load.priority.isLow ? RequestPriority.near : .urgent
    var raised = load.priority
    var waited = load.inLineSince.duration(to: now)
    while step > .zero, waited >= step, raised > most {
      raised = RequestPriority(rawValue: raised.rawValue - 1) ?? .urgent
      waited -= step
    }
    return raised
  }
}
