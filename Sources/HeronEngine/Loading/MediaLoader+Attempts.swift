import Logging
import Synchronization

extension MediaLoader {
  /// Starts the attempt of a load that was promoted.
  func start(_ load: Load) {
    load.stage = .arriving
    if load.interests.isAnyKept {
      probe(load)
      // Where listeners live on this queue, the answer is there already.
      guard load.interests.isAnyLive else { return end(load) }
    }
    let run = load.run ?? Run()
    load.run = run
    let waited = now.nanoseconds(since: batcher.lines.waitingSince(load.id.slot))
    run.trace.waited += .nanoseconds(waited)
    tally.waitingTime.add(nanoseconds: waited)
    if run.starts == 0 {
      wasteBucket.take(now: now)
      run.firstStart = now
      run.attempts = 1
    }
    begin(run, of: load)
  }

  /// Sends the request, in a slot that the load holds.
  func begin(_ run: Run, of load: Load) {
    load.stage = .active
    if !run.isRedirected { run.starts += 1 }
    run.since = now
    run.lastHead = nil
    run.timeLimit = nil
    run.slowSince = now
    run.slowBytes = 0
    run.slowBytesOfAll = counters.bytes.load(ordering: .relaxed)
    run.resumeDeadline(pausedTime.counted(now))
    takeProbePlace(load, run)
    run.patienceRound = origins[load.currentOrigin].health.patience.rounds
    look(load, run, in: min(tuning.firstLook, patienceLook(load, run)))
    tellStart(run, of: load)
    let transfer = makeTransfer(load, run)
    run.transfer = transfer
    run.wasResumed = transfer.plan.resume != nil
    run.call = environment.transport.start(transportRequest(load, run), observer: transfer)
  }

  // A redirect is followed under the number of the attempt that met it.
  private func tellStart(_ run: Run, of load: Load) {
    defer { run.isRedirected = false }
    guard !run.isRedirected else { return }
    tally.attempts += 1
    if run.starts > 1 { tally.retries += 1 }
    emit(.started(attempt: run.starts), load)
    environment.logger.debug("attempt \(run.starts) of \(load.request.url)")
  }

  private func makeTransfer(_ load: Load, _ run: Run) -> Transfer {
    let limits = configuration.limits
    // Bytes of one URL are not those of another, whatever led here.
    let resume = run.partial?.url == load.currentURL ? run.partial : nil
    let plan = Transfer.Plan(
      load: load.id, attempt: run.starts, url: load.currentURL, origin: origins[load.currentOrigin].name,
      maxBodyBytes: load.request.maxBodyBytes ?? limits.maxBodyBytes,
      decoders: load.request.kind == .image ? environment.decoders : nil, decodingLimits: limits.decoding,
      resume: resume, startedAt: now, progressInterval: tuning.progressInterval,
      tellsHead: batcher.admission(of: load.currentOrigin) == .opening)
    if resume != nil { run.partial = nil }
    return Transfer(plan, clock: environment.clock, counters: counters, loader: self)
  }

  private func transportRequest(_ load: Load, _ run: Run) -> TransportRequest {
    var request = TransportRequest(
      url: load.currentURL, headers: run.hop?.redirect.headers ?? load.request.headers,
      connectTimeout: configuration.timeLimits.connect, maxHeaderBytes: configuration.limits.maxHeaderBytes,
      needsFreshConnection: run.needsFreshConnection, sharesConnection: mayMultiplex(load.currentOrigin),
      tellsConnection: environment.attemptObserver != nil || origins[load.currentOrigin].health.isUnproven)
    if let resume = run.transfer?.plan.resume {
      for field in resume.plan.headers.lines { request.headers.append(field.name, field.value) }
    }
    run.needsFreshConnection = false
    return request
  }

  /// Whether an origin's connections carry many requests at a time, or may turn out to.
  private func mayMultiplex(_ origin: OriginID) -> Bool {
    switch batcher.admission(of: origin) {
    case .opening, .multiplexed: true
    case .blocked, .probe, .open: false
    }
  }

  func timer(of load: Load, _ run: Run) -> RetryTimer? {
    if let place = run.timer { return timers[place] }
    let clock = environment.clock
    let place = timers.take(for: load) { place in
      RetryTimer(clock: clock) { [weak self] in self?.assumeIsolated { $0.retryTimerFired(place) } }
    }
    run.timer = place
    return timers[place]
  }

  func giveBackTimer(_ run: Run) {
    guard let place = run.timer else { return }
    timers.giveBack(place)
    run.timer = nil
  }

  // Nanoseconds. A guard that comes later than that tells of a loader that stood still, or a machine that slept, and the
  // network's thread perhaps with it: what has come meanwhile is read before the silence is judged.
  private static let mostLateness: Int64 = 1_000_000_000

  private func retryTimerFired(_ place: Int) {
    now = environment.clock.now
    guard let timer = timers[place], let load = timer.load, let run = load.run, now >= timer.due else { return }
    let lateness = now.nanoseconds(since: timer.due)
    timer.hasFired()
    switch load.stage {
    case .active where lateness > Self.mostLateness && !run.isLookRepeated:
      run.isLookRepeated = true
      look(load, run, in: Self.mostLateness)
    case .active:
      run.isLookRepeated = false
      guardLimits(load, run)
    case .backoff: backoffEnded(load, run)
    case .arriving, .delayed, .gathering, .waiting, .decoding, .awaitingBudget, .ended: break
    }
    settleOnce()
  }

  /// Settles after all timers that fire at this moment, so that who comes back together is one batch.
  private func settleOnce() {
    guard !isSettleDue else { return }
    isSettleDue = true
    environment.executor.submit { [weak self] in
      self?.assumeIsolated { loader in
        loader.isSettleDue = false
        loader.now = loader.environment.clock.now
        loader.settle()
      }
    }
  }

  /// Ends an attempt that is out of time, or sees when to look again.
  private func guardLimits(_ load: Load, _ run: Run) {
    guard let transfer = run.transfer else { return }
    let limits = configuration.timeLimits
    guard let sign = transfer.lastSignOfLife else {
      let remaining = tuning.firstByte > 0 ? tuning.firstByte - now.nanoseconds(since: run.since) : .max
      guard remaining <= 0 else {
        if isOutOfPatience(load, run) { return giveSlotUp(load, run, transfer) }
        probe(load)
        return look(load, run, in: min(remaining, tuning.firstLook, patienceLook(load, run)))
      }
      let message = "no response head within \(FlagText.text(limits.firstByte))"
      return timeOut(load, run, message, limit: "first-byte-timeout", limits.firstByte)
    }
    let silence = now.nanoseconds(since: sign)
    if tuning.stall > 0, silence >= tuning.stall {
      return timeOut(load, run, "no byte for \(FlagText.text(limits.stall))", limit: "stall-timeout", limits.stall)
    }
    if isTooSlow(transfer, run) {
      let message = "fewer than \(limits.slowRate) bytes a second over \(FlagText.text(limits.slowWindow))"
      return timeOut(load, run, message, limit: "slow-rate", limits.slowWindow)
    }
    let untilStall = tuning.stall > 0 ? tuning.stall - silence : .max
    let untilSlow = tuning.slowWindow > 0 ? tuning.slowWindow - now.nanoseconds(since: run.slowSince) : .max
    probe(load)
    look(load, run, in: min(untilStall, untilSlow))
  }

  /// Arms the timer for the next look at a running attempt: sooner where nothing but a look tells of a dead listener.
  private func look(_ load: Load, _ run: Run, in wait: Int64) {
    let wait = load.interests.isAnyKept ? min(wait, tuning.probeInterval) : wait
    timer(of: load, run)?.arm(at: wait == .max ? .never : Tick.due(after: wait, from: now))
  }

  // Slow alone may be the link's fault; slow while others move is not.
  private func isTooSlow(_ transfer: Transfer, _ run: Run) -> Bool {
    let elapsed = now.nanoseconds(since: run.slowSince)
    guard tuning.slowWindow > 0, elapsed >= tuning.slowWindow else { return false }
    let received = transfer.bytesReceived
    let all = counters.bytes.load(ordering: .relaxed)
    let own = received - run.slowBytes
    let others = all - run.slowBytesOfAll - own
    let least = Double(configuration.timeLimits.slowRate) * Double(elapsed) / 1e9
    run.slowSince = now
    run.slowBytes = received
    run.slowBytesOfAll = all
    return Double(own) < least && others > 0
  }

  private func timeOut(_ load: Load, _ run: Run, _ message: String, limit: String, _ value: Duration) {
    guard let transfer = run.transfer else { return }
    var error = TransportError(.timeout, message: message, bytesReceived: transfer.bytesReceived)
    error.phase = transfer.phase
    let partial = transfer.takePartial()
    run.lastHead = transfer.head
    let elapsed = now.nanoseconds(since: transfer.lastSignOfLife ?? run.since) / 1_000_000
    run.timeLimit = MediaLoadError.Limit(limit, limit: value.nanoseconds / 1_000_000, value: elapsed)
    tellReport(.transport(error), transfer, load, run)
    stop(run)
    environment.logger.debug("\(limit) of \(value) hit by \(load.request.url)")
    attemptFailed(load, run, .transport(error), partial)
  }

  /// Ends the transfer, if there is one, without hearing of it again.
  func stop(_ run: Run) {
    if let transfer = run.transfer {
      transfer.abandon()
      run.trace.bytesReceived += transfer.bytesReceived
    }
    run.call?.cancel()
    run.transfer = nil
    run.call = nil
  }

  /// The first head of an origin has come: whether its connection multiplexes is known, and others need not wait for
  /// the end of the body.
  func answered(_ transfer: Transfer) {
    guard let load = table[transfer.plan.load], load.run?.transfer === transfer, let head = transfer.head else {
      return
    }
    origins[load.currentOrigin].health.answered(head.version)
    refresh(load.currentOrigin)
  }

  func progressed(_ transfer: Transfer) {
    guard let load = table[transfer.plan.load], load.run?.transfer === transfer else { return }
    let (received, expected) = transfer.progress
    emit(.progressed(received: received, expected: expected), load)
    probe(load)
  }

  func fetched(_ transfer: Transfer) {
    guard let load = table[transfer.plan.load], let run = load.run, run.transfer === transfer else { return }
    run.trace.bytesReceived += transfer.bytesReceived
    let metrics = transfer.metrics
    run.trace.transport = metrics
    if !metrics.reusedConnection {
      connectTimes.add(nanoseconds: max(metrics.connect, metrics.secureConnect).nanoseconds)
    }
    countResends(metrics.resends, load)
    run.transfer = nil
    run.call = nil
    switch transfer.takeFetched() {
    case .media(let head, let body):
      report(.served, transfer, load, run)
      if let resume = transfer.plan.resume, transfer.head?.status == 206 {
        run.trace.bytesResumed += Int64(resume.bytes.count)
      }
      tally.fetchingTime.add(nanoseconds: now.nanoseconds(since: run.since))
      served(load, run, head, body)
    case .failed(.response(let head), let partial) where head.isRedirect:
      redirected(load, run, head, transfer, partial)
    case .failed(let outcome, let partial):
      run.lastHead = transfer.head
      tellReport(outcome, transfer, load, run)
      attemptFailed(load, run, outcome, partial)
    }
  }

  // The first is as free as ours would be: a refused stream, a dead connection, where the origin did nothing.
  private func countResends(_ count: Int, _ load: Load) {
    guard count > 0 else { return }
    tally.resends += count
    let cost = configuration.health.retryCost * Double(count - 1)
    origins[load.currentOrigin].health.budget.charge(cost, now: now)
  }

  private func served(_ load: Load, _ run: Run, _ head: ResponseHead, _ body: [UInt8]) {
    record(.served(head.version), load, run)
    leaveSlot(load, run)
    giveBackTimer(run)
    run.trace.fetched = .nanoseconds(now.nanoseconds(since: run.firstStart))
    if load.request.kind == .data {
      finish(load, run, head, image: nil, body: body)
    } else {
      decode(load, run, head, body)
    }
  }

  /// Frees the slot that an attempt held.
  func leaveSlot(_ load: Load, _ run: Run) {
    run.keepsSlot = false
    batcher.vacate(load.id.slot)
  }
}
