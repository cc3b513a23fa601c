import ArgumentParser

/// What is held against, or for, an origin.
struct OriginFlags: FlagGroup {
  @Option(help: .flag("retry-budget")) var retryBudget: String?
  @Option(help: .flag("retry-budget-refill")) var retryBudgetRefill: String?
  @Option(help: .flag("retry-budget-deposit")) var retryBudgetDeposit: String?
  @Option(help: .flag("retry-budget-retry-deposit")) var retryBudgetRetryDeposit: String?
  @Option(help: .flag("retry-cost")) var retryCost: String?
  @Option(help: .flag("retry-cost-throttled")) var retryCostThrottled: String?
  @Option(help: .flag("max-gate")) var maxGate: String?
  @Option(help: .flag("gate-window")) var gateWindow: String?
  @Option(help: .flag("breaker")) var breaker: String?
  @Option(help: .flag("breaker-window")) var breakerWindow: String?
  @Option(help: .flag("breaker-minimum")) var breakerMinimum: String?
  @Option(help: .flag("breaker-transport-share")) var breakerTransportShare: String?
  @Option(help: .flag("breaker-status-share")) var breakerStatusShare: String?
  @Option(help: .flag("breaker-open")) var breakerOpen: String?
  @Option(help: .flag("breaker-open-max")) var breakerOpenMax: String?
  @Option(help: .flag("max-parked")) var maxParked: String?
}
