/// Answers one question: is this failure worth another attempt, and after what wait?
///
/// Attempts are limited per load here, and per origin by the retry budget and the breaker, because no limit per load
/// bounds what a crowd of loads sends to an origin that is down.
struct RetryPolicy: Sendable {
  private let settings: RetrySettings
  private let backoff: Backoff
  private let cost: Double
  private let throttledCost: Double

  /// A policy of these settings; the health settings give the prices.
  init(_ settings: RetrySettings, health: OriginHealthSettings) {
    self.settings = settings
    backoff = Backoff(settings)
    cost = health.retryCost
    throttledCost = health.throttledRetryCost
  }

  /// Judges a failed attempt.
  func decide(_ failure: RetryContext, generator: inout some RandomNumberGenerator) -> RetryDecision {
    precondition(failure.attempts >= 1, "An attempt failed, but \(failure.attempts) were counted.")
    let retryAfter = failure.outcome.retryAfter(now: failure.secondsSince1970)
    let kind = FailureClass(failure.outcome, isResumed: failure.wasResumed, asksToWait: retryAfter != nil)
    var error = failure.outcome.error(origin: failure.origin, attempts: failure.attempts)
    error.retryAfter = retryAfter?.duration
    var plan = RetryPlan(used: failure.used, cause: error)
    plan.resumes = failure.mayResumeNext

    switch kind {
    case .fatal: return .fail(error)
    case .retry(let isThrottled):
      plan.isThrottled = isThrottled
    case .atOnce:
      // A second refusal is no accident any more, but still a failure that another attempt may cure.
      guard plan.take(.atOnce) else { break }
      return free(plan, failure)
    case .startOver:
      guard plan.take(.startOver) else { return .fail(error) }
      plan.resumes = false
      return free(plan, failure)
    case .freshConnection:
      guard plan.take(.freshConnection) else { return .fail(error) }
      plan.needsFreshConnection = true
      plan.budgetCost = cost
      return counted(plan, failure)
    case .retryOnce:
      guard plan.take(.retryOnce) else { return .fail(error) }
    }
    plan.retryAfter = retryAfter
    plan.budgetCost = plan.isThrottled ? throttledCost : cost
    plan.wait = wait(plan, failure, generator: &generator)
    return counted(plan, failure)
  }

  // Never before Retry-After, and not all at that moment either: who was told the same would come back as one crowd.
  private func wait(
    _ plan: RetryPlan, _ failure: RetryContext, generator: inout some RandomNumberGenerator
  ) -> Int64 {
    let wait = backoff.wait(
      afterFailure: failure.attempts, isThrottled: plan.isThrottled || failure.wasThrottled,
      lastWait: failure.lastWait, generator: &generator)
    guard let asked = plan.retryAfter?.nanoseconds else { return wait }
    let spread = Int64.random(in: 0...min(1_000_000_000, asked / 10), using: &generator)
    let (sum, overflow) = max(wait, asked).addingReportingOverflow(spread)
    return overflow ? .max : sum
  }

  private func free(_ plan: RetryPlan, _ failure: RetryContext) -> RetryDecision {
    var plan = plan
    plan.countsAsAttempt = false
    return withinDeadline(plan, failure)
  }

  private func counted(_ plan: RetryPlan, _ failure: RetryContext) -> RetryDecision {
    if let retryAfter = plan.retryAfter, retryAfter.duration > settings.maxRetryAfter {
      return .fail(tooLong(retryAfter, failure, plan.cause))
    }
    if let limit = mostAttempts(failure), failure.attempts >= limit { return .fail(plan.cause) }
    return withinDeadline(plan, failure)
  }

  /// The most attempts of a load; nil where it goes on as long as somebody listens.
  private func mostAttempts(_ failure: RetryContext) -> Int? {
    let usual = failure.priority.isLow ? settings.maxAttemptsPrefetch : settings.maxAttempts
    let limit = failure.maxAttempts ?? usual
    return limit == 0 ? nil : min(max(1, limit), RetrySettings.hardMaximum)
  }

  private func withinDeadline(_ plan: RetryPlan, _ failure: RetryContext) -> RetryDecision {
    guard let deadline = failure.deadline, plan.wait >= deadline.remaining else { return .again(plan) }
    var error = plan.cause
    let spent = deadline.limit - .nanoseconds(deadline.remaining) + .nanoseconds(plan.wait)
    error.message += " The deadline of \(FlagText.text(deadline.limit)) forbids another attempt."
    error.limit = MediaLoadError.Limit(
      "deadline", limit: deadline.limit.nanoseconds / 1_000_000, value: spent.nanoseconds / 1_000_000)
    return .fail(error)
  }

  private func tooLong(_ asked: RetryAfter, _ failure: RetryContext, _ cause: MediaLoadError) -> MediaLoadError {
    var error = cause
    let (moment, overflow) = failure.secondsSince1970.addingReportingOverflow(asked.nanoseconds / 1_000_000_000)
    let date = HTTPDate(secondsSince1970: overflow ? .max : moment).text
    error.kind = .retryAfter
    error.message =
      "\(failure.origin) asks to come back at \(date); --max-retry-after is \(FlagText.text(settings.maxRetryAfter)). Try again then."
    error.limit = MediaLoadError.Limit(
      "max-retry-after", limit: settings.maxRetryAfter.nanoseconds / 1_000_000, value: asked.nanoseconds / 1_000_000)
    return error
  }
}

extension RetryPlan {
  fileprivate mutating func take(_ chance: RetryChances) -> Bool {
    if used.contains(chance) { return false }
    used.insert(chance)
    return true
  }
}

extension RetryContext {
  // A body that came whole and yet ended early is wrong from an unknown byte on; and a load whose resuming failed
  // once does not resume again, so that starting over ends.
  fileprivate var mayResumeNext: Bool {
    if case .decoding = outcome { return false }
    return !used.contains(.startOver)
  }
}
