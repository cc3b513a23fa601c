/// What invariants are checked against: a loader's insides at the end of a turn, counted anew rather than kept.
package struct Inspection: Sendable {
  /// One load.
  package struct Load: Sendable {
    package var url: String
    package var origin: String
    package var stage: String
    package var priority: RequestPriority
    /// The most urgent class that anybody wants it with, asked of each; nil where nobody does.
    package var wanted: RequestPriority?
    /// Its number in the order of the line that it stands in, or stood in last.
    package var sequence: UInt64
    /// When it joined that line.
    package var inLineSince: EngineInstant
    package var attempts: Int
    package var starts: Int
    package var budgetCost: Double
    /// The origin whose budget that was taken from.
    package var charged: String
    /// Redirects followed in this attempt.
    package var redirects: Int
    package var isProbe: Bool
    package var holdsSlot: Bool
    /// Whether that is one of the low classes' share.
    package var countsAsLow: Bool
    package var hasTransfer: Bool
    package var hasTimer: Bool
    package var heldBytes: Int
    package var deadlineUsed: Duration
    package var deadline: Duration
  }

  /// One origin.
  package struct Origin: Sendable {
    package var name: String
    package var state: String
    package var active: Int
    package var limit: Int
  }

  package var configuration: Configuration
  package var active: Int
  package var activeLow: Int
  /// Loads that were given a slot so far.
  package var promotions: Int
  /// A clock that stands still while deadlines do.
  package var deadlineClock: Int64
  package var waiting: Int
  package var timersInUse: Int
  package var memoryCost: Int
  /// Requests that have not ended.
  package var live: Int
  /// Whether something waits that might start now.
  package var missesPromotion: Bool
  package var loads: [Load]
  package var origins: [Origin]
}

extension MediaLoader {
  /// This loader's insides. Reads only; on its executor.
  ///
  /// - Parameter withLoads: whether each load is looked at, which takes time where there are many.
  package func inspect(withLoads: Bool = true) -> Inspection {
    let moment = environment.clock.now
    // Timers that fire together are one turn, which ends after the last.
    let mayStart = !isSettleDue && tally.decoding < configuration.maxDecoding && wasteBucket.hasToken(now: moment)
    return Inspection(
      configuration: configuration, active: batcher.active, activeLow: batcher.activeLow,
      promotions: batcher.promotions, deadlineClock: pausedTime.counted(moment), waiting: batcher.waiting,
      timersInUse: timers.inUse, memoryCost: memoryCache.cost, live: counters.live,
      missesPromotion: mayStart && batcher.canPromote(now: moment),
      loads: withLoads ? table.all.map(inspect) : [], origins: origins.ids.map(inspect))
  }

  private func inspect(_ load: Load) -> Inspection.Load {
    let run = load.run
    let place = batcher.place(load.id.slot)
    var wanted: RequestPriority?
    load.interests.forEach { handle, _ in
      if handle.isLive { wanted = min(wanted ?? .background, handle.priority) }
    }
    return Inspection.Load(
      url: load.currentURL, origin: origins[load.currentOrigin].name, stage: load.stage.name,
      priority: load.priority, wanted: wanted, sequence: place.sequence, inLineSince: place.since,
      attempts: run?.attempts ?? 0, starts: run?.starts ?? 0, budgetCost: run?.budgetCost ?? 0,
      charged: origins[run?.charged ?? load.origin].name, redirects: run?.hop?.count ?? 0,
      isProbe: run?.isProbe ?? false, holdsSlot: batcher.holdsSlot(load.id.slot),
      countsAsLow: place.countsAsLow,
      hasTransfer: run?.transfer != nil, hasTimer: run?.timer != nil, heldBytes: run?.partial?.bytes.count ?? 0,
      deadlineUsed: .nanoseconds(run?.deadlineUsed(pausedTime.counted(environment.clock.now)) ?? 0),
      deadline: load.request.deadline ?? configuration.timeLimits.deadline)
  }

  private func inspect(_ origin: OriginID) -> Inspection.Origin {
    let statistics = statistics(of: origin)
    let isMultiplexed = origins[origin].health.isMultiplexed
    return Inspection.Origin(
      name: statistics.name, state: statistics.state, active: statistics.active,
      limit: isMultiplexed ? configuration.maxActive : configuration.maxActivePerOrigin)
  }
}

extension Load.Stage {
  // Interpolation would take longer than all the rest of an inspection.
  fileprivate var name: String {
    switch self {
    case .arriving: "arriving"
    case .delayed: "delayed"
    case .gathering: "gathering"
    case .waiting: "waiting"
    case .active: "active"
    case .decoding: "decoding"
    case .backoff: "backoff"
    case .awaitingBudget: "awaitingBudget"
    case .ended: "ended"
    }
  }
}
