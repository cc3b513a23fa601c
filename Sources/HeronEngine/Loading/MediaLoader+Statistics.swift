import Synchronization

extension MediaLoader {
  /// What this loader has done and is doing.
  public var statistics: Statistics {
    var statistics = Statistics()
    statistics.active = batcher.active
    statistics.waiting = batcher.waiting
    statistics.parked = batcher.parked
    statistics.backoff = tally.backoff
    statistics.decoding = tally.decoding
    statistics.delayed = tally.delayed
    statistics.timers = timers.inUse
    statistics.submitted = counters.submitted.value
    statistics.delivered = counters.delivered.value
    statistics.failed = counters.failed.value
    statistics.cancelled = counters.cancelled.value
    statistics.released = counters.released.value
    statistics.orphaned = counters.orphaned.value
    statistics.memoryHits = counters.memoryHits.value
    statistics.coalesced = tally.coalesced
    statistics.attempts = tally.attempts
    statistics.retries = tally.retries
    statistics.resends = tally.resends
    statistics.redirects = tally.redirects
    statistics.bytes = counters.bytes.load(ordering: .relaxed)
    statistics.bytesForDeadListeners = tally.bytesForDeadListeners
    statistics.memoryCacheBytes = memoryCache.cost
    statistics.waitingTime = Statistics.Percentiles(tally.waitingTime)
    statistics.fetchingTime = Statistics.Percentiles(tally.fetchingTime)
    statistics.decodingTime = Statistics.Percentiles(tally.decodingTime)
    statistics.origins = origins.ids.map(statistics(of:))
    return statistics
  }

  func statistics(of origin: OriginID) -> Statistics.Origin {
    let entry = origins[origin]
    let state =
      switch entry.health.state(now) {
      case .open: "open"
      case .gated: "gated"
      case .broken: "broken"
      case .probing: "probing"
      }
    let counts = batcher.counts(of: origin)
    return Statistics.Origin(
      name: entry.name, state: state, active: counts.active, waiting: counts.waiting,
      retryTokens: entry.health.budget.level(at: now))
  }
}

extension Statistics.Percentiles {
  init(_ histogram: DurationHistogram) {
    self.init(p50: histogram.percentile(0.5) ?? .zero, p99: histogram.percentile(0.99) ?? .zero)
  }
}
