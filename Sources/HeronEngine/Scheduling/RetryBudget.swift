/// The retries that an origin is good for: a bucket of tokens that refills with time and with success. What a retry
/// took comes back when it succeeds, as with the AWS SDKs, and half a token with it: what is bounded is retries that
/// fail. Otherwise those that an outage leaves behind would be let in one every two seconds, or one after the other;
/// like this their number grows by half with each round, as long as they succeed.
///
/// Jitter spreads retries but does not bound them; a budget does, across all loads of an origin. In a model of a
/// 60 s outage at 20 requests a second, full jitter alone sends 3.97 times the requests, with this budget 1.04 times.
/// Compare Finagle's RetryBudget and the AWS SDKs' retry quota. A capacity of zero is no budget: always granted.
struct RetryBudget: Sendable {
  private let capacity: Double
  private let refillPerSecond: Double
  private let depositSize: Double
  private let retryDepositSize: Double
  private var level: Double
  // Only what changes the level moves this moment, so that asking in vain never adds rounding errors.
  private var updated: EngineInstant

  /// A full bucket.
  init(_ settings: OriginHealthSettings, now: EngineInstant) {
    capacity = settings.budget
    refillPerSecond = settings.budgetRefill
    depositSize = settings.budgetDeposit
    retryDepositSize = settings.budgetRetryDeposit
    level = settings.budget
    updated = now
    precondition(
      [capacity, refillPerSecond, depositSize, retryDepositSize].allSatisfy { $0.isFinite && $0 >= 0 },
      "A retry budget's figures must be finite and not negative.")
  }

  /// Whether there is a budget at all.
  var isLimited: Bool { capacity > 0 }

  /// Takes `cost` tokens, or none where there are not enough. A cost above the capacity takes a full bucket.
  mutating func take(_ cost: Double, now: EngineInstant) -> Bool {
    guard isLimited else { return true }
    let cost = price(cost)
    let available = level(at: now)
    guard available >= cost else { return false }
    change(to: available - cost, now: now)
    return true
  }

  /// Takes `cost` tokens for what has happened already, or what there is.
  mutating func charge(_ cost: Double, now: EngineInstant) {
    guard isLimited else { return }
    let available = level(at: now)
    change(to: max(0, available - price(cost)), now: now)
  }

  /// Puts in what a success at the first attempt brings.
  mutating func deposit(now: EngineInstant) {
    guard isLimited else { return }
    change(to: min(capacity, level(at: now) + depositSize), now: now)
  }

  /// Puts back what a retry took that has succeeded, and what such a success brings.
  mutating func refund(_ cost: Double, now: EngineInstant) {
    guard isLimited else { return }
    change(to: min(capacity, level(at: now) + price(cost) + retryDepositSize), now: now)
  }

  /// When `take(cost)` will be granted if nothing else happens: `now`, a later moment, or `never` without refill.
  func nextAvailable(_ cost: Double, now: EngineInstant) -> EngineInstant {
    guard isLimited else { return now }
    let cost = price(cost)
    let missing = cost - level(at: now)
    if missing <= 0 { return now }
    guard refillPerSecond > 0 else { return .never }
    let wait = (missing / refillPerSecond * 1e9).rounded(.up)
    guard wait < 9e18 else { return .never }
    // The division may round to a nanosecond that is just too early.
    var moment = now.advanced(byNanoseconds: Int64(wait))
    while moment != .never, level(at: moment) < cost { moment = moment.advanced(byNanoseconds: 1) }
    return moment
  }

  /// The tokens in the bucket at a moment, which must not come before the last change.
  func level(at now: EngineInstant) -> Double {
    precondition(now >= updated, "The retry budget was asked about \(now), before its last change at \(updated).")
    return min(capacity, level + refillPerSecond * Double(now.nanoseconds(since: updated)) / 1e9)
  }

  /// The same bucket under other settings: what is in it stays, as far as it fits.
  func adopting(_ settings: OriginHealthSettings, now: EngineInstant) -> RetryBudget {
    var budget = RetryBudget(settings, now: now)
    if isLimited, budget.isLimited { budget.level = min(level(at: now), budget.capacity) }
    return budget
  }

  private func price(_ cost: Double) -> Double {
    precondition(cost >= 0, "A retry cannot cost \(cost) tokens.")
    return min(cost, capacity)
  }

  private mutating func change(to level: Double, now: EngineInstant) {
    precondition((0...capacity).contains(level), "The retry budget's level \(level) is outside 0…\(capacity).")
    self.level = level
    updated = now
  }
}
