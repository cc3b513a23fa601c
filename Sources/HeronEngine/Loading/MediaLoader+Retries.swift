import Logging

extension MediaLoader {
  /// An attempt brought nothing: asks the policy, and does as it says.
  func attemptFailed(_ load: Load, _ run: Run, _ outcome: AttemptOutcome, _ partial: PartialBody?) {
    let wasResumed = run.wasResumed
    run.wasResumed = false
    if batcher.isOffline, case .transport = outcome {
      guard isPastDeadline(load, run) else { return attemptLost(load, run, partial) }
    } else if load.stage == .active {
      let retryAfter = outcome.retryAfter(now: environment.clock.secondsSince1970)
      record(.failed(outcome, retryAfter: retryAfter), load, run)
    }
    var draw = SeededGenerator(seed: environment.seed, of: load.currentURL, attempt: run.starts)
    let decision = retryPolicy.decide(context(load, run, outcome, wasResumed), generator: &draw)
    switch decision {
    case .fail(var error):
      error.response = run.lastHead
      if error.status == nil { error.status = run.lastHead?.status }
      if error.limit == nil { error.limit = limit(hitBy: outcome, run) }
      origins[load.currentOrigin].lastFailure = error.message
      environment.logger.debug("\(load.request.url) failed for good: \(error)")
      fail(load, error)
    case .again(let plan):
      run.partial = plan.resumes ? partial : nil
      again(load, run, plan)
    }
  }

  private func limit(hitBy outcome: AttemptOutcome, _ run: Run) -> MediaLoadError.Limit? {
    guard case .transport(let error) = outcome else { return nil }
    switch error.failure {
    case .timeout: return run.timeLimit
    case .headersTooLarge:
      // The transport stops at the first byte too many.
      let limit = Int64(configuration.limits.maxHeaderBytes)
      return MediaLoadError.Limit("max-headers", limit: limit, value: limit + 1)
    case .connectTimeout:
      let limit = configuration.timeLimits.connect.nanoseconds / 1_000_000
      return MediaLoadError.Limit("connect-timeout", limit: limit, value: limit)
    default: return nil
    }
  }

  private func context(
    _ load: Load, _ run: Run, _ outcome: AttemptOutcome, _ wasResumed: Bool
  ) -> RetryContext {
    let limit = load.request.deadline ?? configuration.timeLimits.deadline
    let remaining = limit.nanoseconds - run.deadlineUsed(pausedTime.counted(now))
    return RetryContext(
      outcome: outcome, wasResumed: wasResumed, attempts: run.attempts, priority: load.priority,
      maxAttempts: load.request.maxAttempts, used: run.chances, lastWait: run.lastWait,
      wasThrottled: run.isThrottled, secondsSince1970: environment.clock.secondsSince1970,
      deadline: limit > .zero ? RetryContext.Deadline(limit: limit, remaining: remaining) : nil,
      origin: origins[load.currentOrigin].name)
  }

  /// An attempt ended for no fault of its own: it does not count, and the load is back in line.
  func attemptLost(_ load: Load, _ run: Run, _ partial: PartialBody?) {
    run.partial = partial
    cancelProbe(load, run)
    run.countsNext = false
    leaveSlot(load, run)
    reenter(load, run)
  }

  private func again(_ load: Load, _ run: Run, _ plan: RetryPlan) {
    run.chances = plan.used
    run.needsFreshConnection = plan.needsFreshConnection
    run.isThrottled = plan.isThrottled
    run.isToldToWait = plan.retryAfter != nil
    run.budgetCost = plan.budgetCost
    run.charged = load.currentOrigin
    run.countsNext = plan.countsAsAttempt
    run.lastError = plan.cause
    origins[load.currentOrigin].lastFailure = plan.cause.message
    if plan.wait > 0 { run.lastWait = plan.wait }
    emit(.retrying(after: .nanoseconds(plan.wait), because: plan.cause), load)
    environment.logger.debug("\(load.request.url) again in \(Duration.nanoseconds(plan.wait)): \(plan.cause)")

    let mayStay = batcher.mayContinue(load.id.slot)
    if plan.wait == 0, plan.budgetCost == 0, mayStay {
      if run.countsNext { run.attempts += 1 }
      return begin(run, of: load)
    }
    run.keepsSlot = configuration.retry.holdsSlot
    if !run.keepsSlot { leaveSlot(load, run) }
    load.stage = .backoff
    tally.backoff += 1
    run.since = now
    timer(of: load, run)?.arm(at: Tick.due(after: plan.wait, from: now))
  }

  /// The wait is over: back into line, as soon as the origin's budget allows.
  func backoffEnded(_ load: Load, _ run: Run) {
    if isPastDeadline(load, run), let error = run.lastError { return fail(load, error) }
    let waited = now.nanoseconds(since: run.since)
    run.trace.backedOff += .nanoseconds(waited)
    guard origins[load.currentOrigin].awaitingBudget.isEmpty, takeBudget(load.currentOrigin, run.budgetCost) else {
      load.stage = .awaitingBudget
      leaveSlot(load, run)
      run.pauseDeadline(pausedTime.counted(now))
      giveBackTimer(run)
      origins[load.currentOrigin].awaitingBudget.append(load.id)
      return grantBudget(load.currentOrigin)
    }
    tally.backoff -= 1
    reenter(load, run)
  }

  func isPastDeadline(_ load: Load, _ run: Run) -> Bool {
    let limit = load.request.deadline ?? configuration.timeLimits.deadline
    return limit > .zero && run.deadlineUsed(pausedTime.counted(now)) >= limit.nanoseconds
  }

  private func takeBudget(_ origin: OriginID, _ cost: Double) -> Bool {
    cost == 0 || origins[origin].health.budget.take(cost, now: now)
  }

  /// Lets those back into line whose retry the origin's budget now grants, and sets the wake-up for the next.
  func grantBudget(_ origin: OriginID) {
    while let id = origins[origin].awaitingBudget.first {
      guard let load = table[id], load.stage == .awaitingBudget, let run = load.run else {
        origins[origin].awaitingBudget.removeFirst()
        continue
      }
      guard takeBudget(origin, run.budgetCost) else {
        return setAlarm(origin, at: origins[origin].health.budget.nextAvailable(run.budgetCost, now: now))
      }
      origins[origin].awaitingBudget.removeFirst()
      tally.backoff -= 1
      reenter(load, run)
    }
  }

  /// Brings a load that has been admitted before back into line, or on in the slot that it kept.
  private func reenter(_ load: Load, _ run: Run) {
    if run.countsNext { run.attempts += 1 }
    run.countsNext = false
    if run.keepsSlot, batcher.mayContinue(load.id.slot) { return begin(run, of: load) }
    leaveSlot(load, run)
    // Where it was led may have been for that moment only.
    leaveHop(load)
    lineUpAgain(load, run)
  }

  func lineUpAgain(_ load: Load, _ run: Run) {
    load.stage = .arriving
    run.pauseDeadline(pausedTime.counted(now))
    giveBackTimer(run)
    if !failsFast(load) { enqueue(load) }
  }

  /// Loads in backoff keep their slots no longer.
  func freeHeldSlots() {
    for load in table.all where load.stage == .backoff {
      if let run = load.run { leaveSlot(load, run) }
    }
  }

  /// The network is back: who is in backoff comes again soon, but not all at once and never before it was told to.
  func hastenBackoff() {
    let spread = configuration.reconnectSpread.nanoseconds
    for load in table.all where load.stage == .backoff {
      guard let run = load.run, !run.isToldToWait, let timer = timer(of: load, run) else { continue }
      let remaining = max(0, timer.due.nanoseconds(since: now))
      timer.arm(at: now.advanced(byNanoseconds: Int64.random(in: 0...min(remaining, spread), using: &generator)))
    }
  }
}
