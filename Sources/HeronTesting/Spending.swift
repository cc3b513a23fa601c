import HeronEngine

/// What retries and starts have cost since the beginning, held against what buckets can have granted by now (I8).
///
/// An upper bound of what came in: every good answer counts as a deposit, every end as a token given back.
struct Spending {
  /// Good answers; those to retries among them.
  var answers = 0
  private var retryAnswers: [String: Int] = [:]
  /// Transfers that ended by themselves.
  var ends = 0

  private var firstStarts = 0
  private var costs: [String: Double] = [:]
  private var attempts: [String: Int] = [:]
  private var charges: [String: (origin: String, cost: Double)] = [:]

  /// A URL was answered well: what its retry cost comes back once all of it is there.
  mutating func answered(_ url: String) {
    answers += 1
    if let charge = charges.removeValue(forKey: url) {
      costs[charge.origin, default: 0] -= charge.cost
      retryAnswers[charge.origin, default: 0] += 1
    }
  }

  /// Takes note of an attempt; what it overdraws comes back in words.
  mutating func started(_ load: Inspection.Load, _ configuration: Configuration, now: EngineInstant) -> String? {
    let elapsed = Double(now.nanoseconds) / 1e9
    // A redirect is followed under the number of the attempt that met it.
    if load.redirects > 0 { return nil }
    if load.starts == 1 {
      firstStarts += 1
      attempts[load.url] = 1
      let granted = configuration.startBurst + configuration.startRate * elapsed + Double(ends) + 1e-6
      return configuration.startRate <= 0 || Double(firstStarts) <= granted ? nil : "I8: \(firstStarts) starts"
    }
    if load.attempts > attempts[load.url] ?? 1 {
      attempts[load.url] = load.attempts
      costs[load.charged, default: 0] += load.budgetCost
      charges[load.url] = (load.charged, load.budgetCost)
      return overdraft(load.charged, configuration.health, elapsed)
    }
    return nil
  }

  private func overdraft(_ origin: String, _ settings: OriginHealthSettings, _ elapsed: Double) -> String? {
    guard settings.budget > 0 else { return nil }
    let deposits =
      settings.budgetDeposit * Double(answers) + settings.budgetRetryDeposit * Double(retryAnswers[origin, default: 0])
    let granted = settings.budget + settings.budgetRefill * elapsed + deposits + 1e-6
    let cost = costs[origin, default: 0]
    return cost <= granted ? nil : "I8: retries to \(origin) cost \(cost), its budget granted \(granted)"
  }
}
