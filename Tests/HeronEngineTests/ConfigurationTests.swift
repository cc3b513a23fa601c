import HeronEngine
import Testing

private struct Wrong: Sendable, CustomTestStringConvertible {
  let flag: String
  let change: @Sendable (inout Configuration) -> Void

  init(_ flag: String, _ change: @escaping @Sendable (inout Configuration) -> Void) {
    self.flag = flag
    self.change = change
  }

  var testDescription: String { flag }

  static let all: [Wrong] = admission + retry + health + time + size

  static let admission: [Wrong] = [
    Wrong("max-active") { $0.maxActive = 0 },
    Wrong("max-active") { $0.maxActive = 65_537 },
    Wrong("max-active-per-origin") { $0.maxActivePerOrigin = 0 },
    Wrong("max-active-unproven") { $0.maxActiveUnproven = 0 },
    Wrong("low-every") { $0.lowEvery = -1 },
    Wrong("max-decoding") { $0.maxDecoding = 0 },
    Wrong("max-origins") { $0.maxOrigins = 0 },
    Wrong("memory-cache") { $0.memoryCacheBytes = -1 },
    Wrong("start-rate") { $0.startRate = -1 },
    Wrong("start-rate") { $0.startRate = .nan },
    Wrong("start-rate") { $0.startRate = .infinity },
    Wrong("start-burst") { $0.startBurst = 0 },
    Wrong("age-step") { $0.ageStep = .seconds(-1) },
    Wrong("batch-window") { $0.batchWindow = .seconds(2) },
    Wrong("max-wait") { $0.maxWait = .seconds(-1) },
    Wrong("progress-interval") { $0.progressInterval = .zero },
    Wrong("reconnect-spread") { $0.reconnectSpread = .seconds(61) },
  ]

  static let retry: [Wrong] = [
    Wrong("max-attempts") { $0.retry.maxAttempts = -1 },
    Wrong("max-attempts") { $0.retry.maxAttempts = 21 },
    Wrong("max-attempts-prefetch") { $0.retry.maxAttemptsPrefetch = 21 },
    Wrong("retry-base") { $0.retry.base = .zero },
    Wrong("retry-throttled-base") { $0.retry.throttledBase = .seconds(3601) },
    Wrong("retry-factor") { $0.retry.factor = 0.5 },
    Wrong("retry-cap") { $0.retry.cap = .zero },
    Wrong("retry-fixed-interval") { $0.retry.fixedInterval = .zero },
    Wrong("max-retry-after") { $0.retry.maxRetryAfter = .seconds(-1) },
  ]

  static let health: [Wrong] = [
    Wrong("retry-budget") { $0.health.budget = -1 },
    Wrong("retry-budget-retry-deposit") { $0.health.budgetRetryDeposit = -1 },
    Wrong("retry-budget-refill") { $0.health.budgetRefill = .nan },
    Wrong("retry-budget-deposit") { $0.health.budgetDeposit = -1 },
    Wrong("retry-cost") { $0.health.retryCost = -1 },
    Wrong("retry-cost-throttled") { $0.health.throttledRetryCost = 1e7 },
    Wrong("max-gate") { $0.health.maxGate = .seconds(-1) },
    Wrong("gate-window") { $0.health.gateWindow = .seconds(100_000) },
    Wrong("breaker-window") { $0.health.breakerWindow = .zero },
    Wrong("breaker-minimum") { $0.health.breakerMinimum = 65 },
    Wrong("breaker-transport-share") { $0.health.breakerTransportShare = 0 },
    Wrong("breaker-status-share") { $0.health.breakerStatusShare = 1.1 },
    Wrong("breaker-open") { $0.health.breakerOpen = .zero },
    Wrong("breaker-open-max") { $0.health.breakerOpenMax = .zero },
  ]

  static let time: [Wrong] = [
    Wrong("connect-timeout") { $0.timeLimits.connect = .zero },
    Wrong("first-byte-timeout") { $0.timeLimits.firstByte = .seconds(-1) },
    Wrong("stall-timeout") { $0.timeLimits.stall = .seconds(-1) },
    Wrong("slow-rate") { $0.timeLimits.slowRate = -1 },
    Wrong("slow-window") { $0.timeLimits.slowWindow = .seconds(-1) },
    Wrong("deadline") { $0.timeLimits.deadline = .seconds(-1) },
  ]

  static let size: [Wrong] = [
    Wrong("max-body") { $0.limits.maxBodyBytes = 0 },
    Wrong("max-headers") { $0.limits.maxHeaderBytes = 255 },
    Wrong("max-url") { $0.limits.maxURLBytes = 15 },
    Wrong("max-pixels") { $0.limits.decoding.maxPixels = 0 },
    Wrong("max-side") { $0.limits.decoding.maxSide = 0 },
    Wrong("max-decoded-bytes") { $0.limits.decoding.maxDecodedBytes = 3 },
  ]
}

@Suite struct `A configuration` {
  @Test(arguments: Configuration.Profile.allCases)
  func `every profile is in range`(profile: Configuration.Profile) {
    #expect(throws: Never.self) { try Configuration(profile).validate() }
  }

  @Test(arguments: Wrong.all)
  fileprivate func `a figure out of range names its flag`(wrong: Wrong) {
    var configuration = Configuration()
    wrong.change(&configuration)
    do throws(ConfigurationError) {
      try configuration.validate()
      Issue.record("it passed")
    } catch {
      #expect(error.flag == wrong.flag)
      #expect(error.description.hasPrefix("--\(wrong.flag): "))
    }
  }

  @Test func `interactive is the default, with the contract's figures`() {
    let configuration = Configuration(.interactive)
    #expect(configuration == Configuration())
    #expect(configuration.maxActive == 10 && configuration.maxActivePerOrigin == 10)
    #expect(configuration.startRate == 80 && configuration.startBurst == 25)
    #expect(configuration.batchWindow == .milliseconds(16))
    #expect(configuration.timeLimits.deadline == .seconds(60))
    #expect(configuration.health.breakerOpenMax == .seconds(15))
  }

  @Test(arguments: [Configuration.Profile.bulk, .server])
  func `bulk and server have 16 slots for any origin, and no bucket, window or deadline`(
    profile: Configuration.Profile
  ) {
    let configuration = Configuration(profile)
    #expect(configuration.maxActive == 16 && configuration.maxActivePerOrigin == 16)
    #expect(configuration.startRate == 0 && configuration.batchWindow == .zero)
    #expect(configuration.timeLimits.deadline == .zero && configuration.health.breakerOpenMax == .seconds(60))
  }

  @Test func `kiosk goes on for ever, a minute apart`() {
    let configuration = Configuration(.kiosk)
    #expect(configuration.retry.maxAttempts == 0 && configuration.retry.cap == .seconds(60))
    #expect(configuration.timeLimits.deadline == .zero && configuration.maxActive == 10)
  }
}
