extension MediaLoader {
  /// Tells an origin's health how an attempt ended, and does what follows.
  func record(_ end: OriginHealth.End, _ load: Load, _ run: Run) {
    let origin = load.origin
    let key = UInt64(bitPattern: Int64(load.request.url.hashValue))
    let report = OriginHealth.Report(key: key, isFirst: run.starts == 1, isProbe: run.isProbe, end: end)
    if run.isProbe { origins[origin].hasProbe = false }
    run.isProbe = false
    origins[origin].health.record(report, now: now, generator: &generator)
    refresh(origin)
    grantBudget(origin)
  }

  func takeProbePlace(_ load: Load, _ run: Run) {
    guard origins[load.origin].health.state(now) == .probing else { return }
    let granted = origins[load.origin].health.beginProbe(now: now)
    precondition(granted, "a second probe was started")
    run.isProbe = true
    origins[load.origin].hasProbe = true
    refresh(load.origin)
  }

  /// A probe ended without telling anything: its place is free again.
  func cancelProbe(_ load: Load, _ run: Run) {
    guard run.isProbe else { return }
    run.isProbe = false
    origins[load.origin].hasProbe = false
    origins[load.origin].health.cancelProbe(now: now, generator: &generator)
    refresh(load.origin)
  }

  /// Tells the batcher what an origin may have now, and when to ask again.
  func refresh(_ origin: OriginID) {
    let entry = origins[origin]
    let admission: Batcher.Admission
    switch entry.health.state(now) {
    case .open: admission = openAdmission(entry)
    case .probing: admission = entry.hasProbe ? .blocked : .probe
    case .gated(let until):
      admission = .blocked
      setAlarm(origin, at: until)
    case .broken(let until):
      admission = .blocked
      setAlarm(origin, at: until)
      failPrefetches(origin)
    }
    batcher.admit(origin, as: admission, isUnproven: entry.health.isUnproven)
  }

  private func openAdmission(_ entry: OriginTable.Entry) -> Batcher.Admission {
    if entry.health.isMultiplexed { return .multiplexed }
    return entry.isSecure && !entry.health.hasAnswered ? .opening : .open
  }

  /// While an origin is down a prefetch fails at once: nobody waits for it, and it must not join the crowd later.
  func failsFast(_ load: Load) -> Bool {
    guard load.priority == .prefetch, case .broken = origins[load.origin].health.state(now) else { return false }
    fail(load, unavailable(load.origin))
    return true
  }

  private func failPrefetches(_ origin: OriginID) {
    for slot in batcher.waitingLoads(for: origin, priority: .prefetch) {
      fail(table[slot: slot], unavailable(origin))
    }
  }

  private func unavailable(_ origin: OriginID) -> MediaLoadError {
    let name = origins[origin].name
    var error = MediaLoadError(.hostUnavailable, "\(name) is down; prefetching from it stops until it answers again")
    error.origin = name
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
      let waited = now.nanoseconds(since: batcher.lines[id.slot].waitingSince)
      if waited >= tuning.maxWait { fail(load, waitedTooLong(load, waited)) }
    }
  }

  private func waitedTooLong(_ load: Load, _ waited: Int64) -> MediaLoadError {
    let name = origins[load.origin].name
    var error = MediaLoadError(
      .deadline, "waited \(configuration.maxWait) for a slot; raise max-wait or max-active, or ask \(name) for less")
    error.origin = name
    error.limit = MediaLoadError.Limit("max-wait", limit: tuning.maxWait / 1_000_000, value: waited / 1_000_000)
    error.attempts = load.run?.attempts ?? 0
    return error
  }
}
