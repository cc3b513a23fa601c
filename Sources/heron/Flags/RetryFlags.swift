import ArgumentParser

/// When failures are worth another attempt.
struct RetryFlags: FlagGroup {
  @Option(help: .flag("max-attempts")) var maxAttempts: String?
  @Option(help: .flag("max-attempts-prefetch")) var maxAttemptsPrefetch: String?
  @Option(help: .flag("retry-backoff")) var retryBackoff: String?
  @Option(help: .flag("retry-jitter")) var retryJitter: String?
  @Option(help: .flag("retry-base")) var retryBase: String?
  @Option(help: .flag("retry-throttled-base")) var retryThrottledBase: String?
  @Option(help: .flag("retry-factor")) var retryFactor: String?
  @Option(help: .flag("retry-cap")) var retryCap: String?
  @Option(help: .flag("retry-fixed-interval")) var retryFixedInterval: String?
  @Option(help: .flag("max-retry-after")) var maxRetryAfter: String?
  @Option(help: .flag("hold-slot")) var holdSlot: String?
}
