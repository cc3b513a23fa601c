extension MediaLoader {
  /// Tells the observer of attempts, where there is one, how a request ended.
  func report(_ outcome: @autoclosure () -> AttemptReport.Outcome, _ transfer: Transfer, _ load: Load, _ run: Run) {
    guard let observe = environment.attemptObserver else { return }
    var metrics = transfer.metrics
    // Of a transfer that was given up the transport measures no end.
    if metrics != TransportMetrics(), metrics.total == .zero {
      metrics.total = transfer.plan.startedAt.duration(to: now)
    }
    observe(
      AttemptReport(
        url: load.request.url, requestURL: transfer.plan.url, attempt: run.starts, redirects: run.hop?.count ?? 0,
        outcome: outcome(), head: transfer.head, started: transfer.plan.startedAt.nanoseconds, ended: now.nanoseconds,
        isResumed: transfer.plan.resume != nil, bytesReceived: transfer.bytesReceived, metrics: metrics))
  }

  func tellReport(_ failure: AttemptOutcome, _ transfer: Transfer, _ load: Load, _ run: Run) {
    report(
      .failed(failure.error(origin: transfer.plan.origin, attempts: run.attempts)), transfer, load, run)
  }
}
