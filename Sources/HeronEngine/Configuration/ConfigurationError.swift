/// A figure of a configuration that is out of its range.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The flag's name.
  public var flag: String
  /// What was found and what is allowed.
  public var message: String

  package init(flag: String, message: String) {
    self.flag = flag
    self.message = message
  }

  /// Flag and message.
  public var description: String { "--\(flag): \(message)" }
}

extension Configuration {
  /// Holds every figure against its range.
  public func validate() throws(ConfigurationError) {
    try Self.check("max-active", maxActive, 1...65_536)
    try Self.check("max-active-per-origin", maxActivePerOrigin, 1...65_536)
    try Self.check("max-active-unproven", maxActiveUnproven, 1...65_536)
    try Self.check("connect-patience", connectPatience, Self.day)
    try Self.check("low-every", lowEvery, 0...1_000_000)
    try Self.check("max-decoding", maxDecoding, 1...65_536)
    try Self.check("max-origins", maxOrigins, 1...1_000_000)
    try Self.check("memory-cache", memoryCacheBytes, 0...(1 << 40))
    try Self.check("start-rate", startRate, 0...1e6)
    try Self.check("start-burst", startBurst, 1...1e6)
    try Self.check("age-step", ageStep, Self.day)
    try Self.check("batch-window", batchWindow, .zero ... .seconds(1))
    try Self.check("max-wait", maxWait, Self.day)
    try Self.check("progress-interval", progressInterval, .milliseconds(10) ... .seconds(60))
    try Self.check("reconnect-spread", reconnectSpread, .zero ... .seconds(60))
    try retry.validate()
    try health.validate()
    try timeLimits.validate()
    try limits.validate()
  }

  static let day = Duration.zero ... .seconds(86_400)

  static func check<Value: Comparable>(
    _ flag: String, _ value: Value, _ range: ClosedRange<Value>
  ) throws(ConfigurationError) {
    guard range.contains(value) else {
      throw ConfigurationError(
        flag: flag, message: "\(value) is outside \(range.lowerBound) … \(range.upperBound)")
    }
  }
}

extension RetrySettings {
  fileprivate func validate() throws(ConfigurationError) {
    try Configuration.check("max-attempts", maxAttempts, 0...Self.hardMaximum)
    try Configuration.check("max-attempts-prefetch", maxAttemptsPrefetch, 0...Self.hardMaximum)
    try Configuration.check("retry-base", base, .milliseconds(1) ... .seconds(3600))
    try Configuration.check("retry-throttled-base", throttledBase, .milliseconds(1) ... .seconds(3600))
    try Configuration.check("retry-factor", factor, 1...10)
    try Configuration.check("retry-cap", cap, .milliseconds(1) ... .seconds(3600))
    try Configuration.check("retry-fixed-interval", fixedInterval, .milliseconds(1) ... .seconds(3600))
    try Configuration.check("max-retry-after", maxRetryAfter, Configuration.day)
  }
}

extension OriginHealthSettings {
  fileprivate func validate() throws(ConfigurationError) {
    try Configuration.check("retry-budget", budget, 0...1e6)
    try Configuration.check("retry-budget-refill", budgetRefill, 0...1e6)
    try Configuration.check("retry-budget-deposit", budgetDeposit, 0...1e6)
    try Configuration.check("retry-budget-retry-deposit", budgetRetryDeposit, 0...1e6)
    try Configuration.check("retry-cost", retryCost, 0...1e6)
    try Configuration.check("retry-cost-throttled", throttledRetryCost, 0...1e6)
    try Configuration.check("max-gate", maxGate, Configuration.day)
    try Configuration.check("gate-window", gateWindow, Configuration.day)
    try Configuration.check("breaker-window", breakerWindow, .milliseconds(1) ... .seconds(3600))
    try Configuration.check("breaker-minimum", breakerMinimum, 1...64)
    try Configuration.check("breaker-transport-share", breakerTransportShare, 0.01...1)
    try Configuration.check("breaker-status-share", breakerStatusShare, 0.01...1)
    try Configuration.check("breaker-open", breakerOpen, .milliseconds(1) ... .seconds(3600))
    try Configuration.check("breaker-open-max", breakerOpenMax, .milliseconds(1) ... .seconds(3600))
    try Configuration.check("max-parked", maxParked, Configuration.day)
  }
}

extension TimeLimits {
  fileprivate func validate() throws(ConfigurationError) {
    try Configuration.check("connect-timeout", connect, .milliseconds(1) ... .seconds(3600))
    try Configuration.check("first-byte-timeout", firstByte, Configuration.day)
    try Configuration.check("stall-timeout", stall, Configuration.day)
    try Configuration.check("slow-rate", slowRate, 0...(1 << 30))
    try Configuration.check("slow-window", slowWindow, Configuration.day)
    try Configuration.check("deadline", deadline, Configuration.day)
  }
}

extension SizeLimits {
  fileprivate func validate() throws(ConfigurationError) {
    try Configuration.check("max-body", maxBodyBytes, 1...(1 << 40))
    try Configuration.check("max-headers", maxHeaderBytes, 256...(1 << 24))
    try Configuration.check("max-url", maxURLBytes, 16...(1 << 20))
    try Configuration.check("max-pixels", decoding.maxPixels, 1...(1 << 40))
    try Configuration.check("max-side", decoding.maxSide, 1...(1 << 30))
    try Configuration.check("max-decoded-bytes", decoding.maxDecodedBytes, 4...(1 << 42))
  }
}
