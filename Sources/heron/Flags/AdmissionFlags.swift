import ArgumentParser

/// Who runs and who waits.
struct AdmissionFlags: FlagGroup {
  @Option(help: .flag("max-active")) var maxActive: String?
  @Option(help: .flag("max-active-per-origin")) var maxActivePerOrigin: String?
  @Option(help: .flag("max-active-unproven")) var maxActiveUnproven: String?
  @Option(help: .flag("connect-patience")) var connectPatience: String?
  @Option(help: .flag("age-step")) var ageStep: String?
  @Option(help: .flag("low-every")) var lowEvery: String?
  @Option(help: .flag("visible-order")) var visibleOrder: String?
  @Option(help: .flag("batch-window")) var batchWindow: String?
  @Option(help: .flag("start-rate")) var startRate: String?
  @Option(help: .flag("start-burst")) var startBurst: String?
  @Option(help: .flag("max-decoding")) var maxDecoding: String?
  @Option(help: .flag("max-wait")) var maxWait: String?
  @Option(help: .flag("progress-interval")) var progressInterval: String?
  @Option(help: .flag("reconnect-spread")) var reconnectSpread: String?
  @Option(help: .flag("memory-cache")) var memoryCache: String?
  @Option(help: .flag("max-origins")) var maxOrigins: String?
}
