import Logging

// An origin that swallows what is sent to it would hold its slots for the whole connect timeout. While others wait, an
// attempt to one that shows no sign of life is given up as soon as its connection is late (docs/decisions/0011).
extension MediaLoader {
  /// How long from now a running attempt is to be looked at for its connection; the largest number: no more.
  func patienceLook(_ load: Load, _ run: Run) -> Int64 {
    guard isPatienceLimited(load, run) else { return .max }
    let remaining = patience(run) - now.nanoseconds(since: run.since)
    // Out of patience, but nobody waits: somebody may by then.
    return remaining > 0 ? remaining : tuning.connectPatience
  }

  /// Whether an attempt's connection is late, and another origin waits for its slot.
  func isOutOfPatience(_ load: Load, _ run: Run) -> Bool {
    guard isPatienceLimited(load, run), connectTimes.late != nil else { return false }
    guard now.nanoseconds(since: run.since) >= patience(run) else { return false }
    // It may not start again, and is not cut.
    guard !isPastDeadline(load, run) else { return false }
    return batcher.isSlotWanted(byOthersThan: load.currentOrigin)
  }

  // A breaker's probe is the only way back, and holds one slot at most. What has the whole connect timeout is an
  // attempt like any other.
  private func isPatienceLimited(_ load: Load, _ run: Run) -> Bool {
    guard tuning.connectPatience > 0, origins[load.currentOrigin].health.isUnproven else { return false }
    guard !run.isProbe, !configuration.retry.holdsSlot, run.transfer?.phase == nil else { return false }
    let whole = configuration.timeLimits.connect.nanoseconds
    return whole == 0 || patience(run) < whole
  }

  private func patience(_ run: Run) -> Int64 {
    ConnectPatience.limit(
      round: run.patienceRound, late: max(tuning.connectPatience, connectTimes.late ?? 0))
  }

  /// Ends an attempt whose connection is late: its load goes back into line, and its origin behind the others. It
  /// counts neither as an attempt nor against the origin's health.
  func giveSlotUp(_ load: Load, _ run: Run, _ transfer: Transfer) {
    let waited = now.nanoseconds(since: run.since)
    let message = "no connection within \(FlagText.text(.milliseconds(waited / 1_000_000))), and others wait"
    let partial = transfer.takePartial()
    tellReport(.transport(TransportError(.connectTimeout, message: message)), transfer, load, run)
    stop(run)
    environment.logger.debug("\(message): \(load.request.url) goes back into line")
    origins[load.currentOrigin].health.gaveUp(round: run.patienceRound, after: waited, now: now)
    refresh(load.currentOrigin)
    attemptLost(load, run, partial)
    // At once: whether the next one's slot is wanted shows only when this one is taken.
    promoteAll()
  }
}
