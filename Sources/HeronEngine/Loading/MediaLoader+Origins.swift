import Logging

extension MediaLoader {
  /// Tells an origin's health how an attempt ended, and does what follows.
  func record(_ end: OriginHealth.End, _ load: Load, _ run: Run) {
    let origin = load.currentOrigin
    let key = UInt64(underWay.hash(of: load.id.slot))
    let report = OriginHealth.Report(key: key, isFirst: run.starts == 1, isProbe: run.isProbe, end: end)
    if run.isProbe { origins[origin].hasProbe = false }
    run.isProbe = false
    origins[origin].health.record(report, now: now, generator: &generator)
    if case .served = end { refundRetry(run) }
    refresh(origin)
    grantBudget(origin)
  }

  /// A retry that succeeds was no burden: its origin, which may be another than the one that a redirect led to, has it
  /// back.
  private func refundRetry(_ run: Run) {
    guard run.budgetCost > 0, let charged = run.charged else { return }
    origins[charged].health.budget.refund(run.budgetCost, now: now)
    run.budgetCost = 0
    grantBudget(charged)
  }

  func takeProbePlace(_ load: Load, _ run: Run) {
    guard origins[load.currentOrigin].health.state(now) == .probing else { return }
    let granted = origins[load.currentOrigin].health.beginProbe(now: now)
    precondition(granted, "a second probe was started")
    run.isProbe = true
    origins[load.currentOrigin].hasProbe = true
    refresh(load.currentOrigin)
  }

  /// A probe ended without telling anything: its place is free again.
  func cancelProbe(_ load: Load, _ run: Run) {
    guard run.isProbe else { return }
    run.isProbe = false
    origins[load.currentOrigin].hasProbe = false
    origins[load.currentOrigin].health.cancelProbe(now: now, generator: &generator)
    refresh(load.currentOrigin)
  }

  /// Tells the batcher what an origin may have now, and when to ask again.
  func refresh(_ origin: OriginID) {
    let entry = origins[origin]
    let admission: Batcher.Admission
    switch entry.health.state(now) {
    case .open:
      admission = openAdmission(entry)
      origins[origin].brokenSince = nil
    case .probing: admission = entry.hasProbe ? .blocked : .probe
    case .gated(let until):
      admission = .blocked
      setAlarm(origin, at: until)
    case .broken(let until):
      admission = .blocked
      setAlarm(origin, at: until)
      endParking(origin)
    }
    logChange(of: entry, from: batcher.admission(of: origin), to: admission)
    let standing = entry.health.standing(now)
    if standing == .resting { setAlarm(origin, at: entry.health.patience.restsUntil) }
    batcher.admit(origin, as: admission, standing: standing)
  }

  private func logChange(of entry: OriginTable.Entry, from old: Batcher.Admission, to new: Batcher.Admission) {
    guard old != new else { return }
    switch (new, entry.health.state(now)) {
    case (.blocked, .gated(let until)):
      environment.logger.notice("\(entry.name) asks for quiet, for \(rough(until))")
    case (.blocked, .broken(let until)):
      environment.logger.warning("\(entry.name) is down; asked again in \(rough(until))")
    case (.open, _) where old == .blocked, (.multiplexed, _) where old == .blocked:
      environment.logger.notice("\(entry.name) serves again")
    default: break
    }
  }

  private func rough(_ moment: EngineInstant) -> String {
    FlagText.text(.milliseconds(now.duration(to: moment).nanoseconds / 1_000_000))
  }

  private func openAdmission(_ entry: OriginTable.Entry) -> Batcher.Admission {
    if entry.health.isMultiplexed { return .multiplexed }
    return entry.isSecure && !entry.health.hasAnswered ? .opening : .open
  }

  /// While an origin is down a prefetch fails at once: nobody waits for it, and it must not join the crowd later. So
  /// does any load of an origin that has been down for too long.
  func failsFast(_ load: Load) -> Bool {
    guard case .broken = origins[load.currentOrigin].health.state(now) else { return false }
    guard load.priority == .prefetch || hasBeenDownTooLong(load.currentOrigin) else { return false }
    fail(load, unavailable(load.currentOrigin))
    return true
  }

  /// An origin is down: fails those of its waiting loads that are not to wait for its return, or no longer.
  private func endParking(_ origin: OriginID) {
    let since = origins[origin].brokenSince ?? now
    origins[origin].brokenSince = since
    let limit = configuration.health.maxParked
    let isOver = hasBeenDownTooLong(origin)
    if limit > .zero, !isOver { setAlarm(origin, at: since.advanced(by: limit)) }
    for priority in RequestPriority.allCases where isOver || priority == .prefetch {
      for slot in batcher.waitingLoads(for: origin, priority: priority) {
        fail(table[slot: slot], unavailable(origin))
      }
    }
  }

  private func hasBeenDownTooLong(_ origin: OriginID) -> Bool {
    let limit = configuration.health.maxParked
    guard limit > .zero, let since = origins[origin].brokenSince else { return false }
    return since.duration(to: now) >= limit
  }

  private func unavailable(_ origin: OriginID) -> MediaLoadError {
    let name = origins[origin].name
    let cause = origins[origin].lastFailure.map { " The last attempt: \($0)" } ?? ""
    let limit = configuration.health.maxParked
    guard hasBeenDownTooLong(origin), let since = origins[origin].brokenSince else {
      var error = MediaLoadError(.hostUnavailable, "\(name) is down; nothing is prefetched until it answers.\(cause)")
      error.origin = name
      return error
    }
    let value = since.duration(to: now).nanoseconds / 1_000_000
    var error = MediaLoadError(
      .hostUnavailable, "\(name) has been down for longer than --max-parked \(FlagText.text(limit)).\(cause)")
    error.origin = name
    error.limit = MediaLoadError.Limit("max-parked", limit: limit.nanoseconds / 1_000_000, value: value)
    return error
  }

  func setAlarm(_ origin: OriginID, at moment: EngineInstant) {
    // One that is set for an earlier moment looks again then.
    guard moment != .never, origins[origin].alarm <= now || moment < origins[origin].alarm else { return }
    origins[origin].alarm = moment
    alarms.set(.origin(origin), at: moment)
  }

  func armAlarm() {
    guard alarms.next != alarmDue else { return }
    alarmDue = alarms.next
    if alarmTimer == nil {
      alarmTimer = environment.clock.makeTimer { [weak self] in self?.assumeIsolated { $0.alarmFired() } }
    }
    if alarmDue == .never { alarmTimer?.disarm() } else { alarmTimer?.arm(at: alarmDue) }
  }

  private func alarmFired() {
    now = environment.clock.now
    guard now >= alarmDue else { return }
    alarmDue = .never
    while let alarm = alarms.popDue(now) { act(on: alarm) }
    settle()
  }

  private func act(on alarm: Alarms.Alarm) {
    switch alarm {
    case .origin(let origin):
      if origins[origin].alarm <= now { origins[origin].alarm = .never }
      refresh(origin)
      grantBudget(origin)
    case .startToken: startTokenAlarm = .never
    case .batchWindow: break
    case .delayed(let id):
      guard let load = table[id], load.stage == .delayed else { return }
      tally.delayed -= 1
      lineUp(load)
    case .maxWait(let id):
      guard let load = table[id], load.stage == .waiting, tuning.maxWait > 0 else { return }
      let waited = now.nanoseconds(since: batcher.lines.waitingSince(id.slot))
      if waited >= tuning.maxWait { fail(load, waitedTooLong(load, waited)) }
    }
  }

  private func waitedTooLong(_ load: Load, _ waited: Int64) -> MediaLoadError {
    let name = origins[load.currentOrigin].name
    var error = MediaLoadError(
      .deadline,
      "Waited for a slot longer than --max-wait \(FlagText.text(configuration.maxWait)) allows; raise --max-active.")
    error.origin = name
    error.limit = MediaLoadError.Limit("max-wait", limit: tuning.maxWait / 1_000_000, value: waited / 1_000_000)
    error.attempts = load.run?.attempts ?? 0
    return error
  }
}
