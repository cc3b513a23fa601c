extension ConfigurationFlag {
  /// Every field of a configuration, in the order of the declaration. A test holds this list against the fields.
  public static let all: [ConfigurationFlag] =
    admission + upkeep + retrying + originHealth + timeLimits + sizeLimits

  private static let admission: [ConfigurationFlag] = [
    .count("max-active", \.maxActive, "The most attempts that run at a time."),
    .count("max-active-per-origin", \.maxActivePerOrigin, "The most of them to one origin that does not multiplex."),
    .count(
      "max-active-unproven", \.maxActiveUnproven,
      "The most to an origin that has not answered yet, or last failed to connect, while another one waits."),
    .duration(
      "connect-patience", \.connectPatience,
      "How long such an attempt may take to connect before it gives its slot up to another origin; 0: no such limit."),
    .duration("age-step", \.ageStep, "A waiting load rises by one class per step; 0: never."),
    .count("low-every", \.lowEvery, "One promotion in so many takes the longest-waiting low load; 0: none."),
    .choice("visible-order", \.visibleOrder, "Which of the visible loads goes first: the oldest or the newest."),
    .duration(
      "batch-window", \.batchWindow, "How long new requests gather when there are more than free slots; 0: not at all."),
    .number("start-rate", \.startRate, "Starts per second that may turn out to be for nobody; 0: no such limit."),
    .number("start-burst", \.startBurst, "How many such starts may come at once."),
    .count(
      "max-decoding", \.maxDecoding,
      "The most fetched bodies that wait for, or are in, the decoder before new attempts hold back."),
    .duration("max-wait", \.maxWait, "The longest that a load may wait in line; 0: for ever."),
  ]

  private static let upkeep: [ConfigurationFlag] = [
    .duration("progress-interval", \.progressInterval, "How often, at most, a load's progress is told."),
    .duration(
      "reconnect-spread", \.reconnectSpread,
      "Within how long after the network's return the last load in backoff is back in line."),
    .bytes("memory-cache", \.memoryCacheBytes, "What the memory cache may hold."),
    .count("max-origins", \.maxOrigins, "The most origins whose health is remembered."),
  ]

  private static let retrying: [ConfigurationFlag] = [
    .count("max-attempts", \.retry.maxAttempts, "The most attempts of a load; 0: as long as somebody listens."),
    .count("max-attempts-prefetch", \.retry.maxAttemptsPrefetch, "The most attempts of a prefetch; 0: without end."),
    .choice("retry-backoff", \.retry.growth, "How waits between attempts grow."),
    .choice("retry-jitter", \.retry.jitter, "Which part of a wait is random: none, its second half, all of it."),
    .duration("retry-base", \.retry.base, "The first wait."),
    .duration(
      "retry-throttled-base", \.retry.throttledBase, "The first wait where the origin says that it is overloaded."),
    .number("retry-factor", \.retry.factor, "How many times as long each wait is as the one before."),
    .duration("retry-cap", \.retry.cap, "The longest wait."),
    .duration("retry-fixed-interval", \.retry.fixedInterval, "The wait of --retry-backoff fixed."),
    .duration("max-retry-after", \.retry.maxRetryAfter, "The longest Retry-After that is waited for."),
    .toggle("hold-slot", \.retry.holdsSlot, "Whether a load keeps its slot between attempts; for comparison only."),
  ]

  private static let originHealth: [ConfigurationFlag] = [
    .number("retry-budget", \.health.budget, "Retries that an origin grants at once; 0: no such budget."),
    .number("retry-budget-refill", \.health.budgetRefill, "Retries that return to the budget per second."),
    .number("retry-budget-deposit", \.health.budgetDeposit, "Retries that a success at the first attempt brings."),
    .number(
      "retry-budget-retry-deposit", \.health.budgetRetryDeposit,
      "Retries that one brings which succeeds, beside what it took."),
    .number("retry-cost", \.health.retryCost, "What a retry takes from the budget."),
    .number("retry-cost-throttled", \.health.throttledRetryCost, "What a retry takes where the origin is overloaded."),
    .duration("max-gate", \.health.maxGate, "The longest that an origin's gate stays closed."),
    .duration(
      "gate-window", \.health.gateWindow,
      "The time within which two URLs must answer 503 with Retry-After to close the gate."),
    .toggle("breaker", \.health.breaker, "Whether an origin that keeps failing is left alone for a time."),
    .duration("breaker-window", \.health.breakerWindow, "The time over which first attempts are judged."),
    .count("breaker-minimum", \.health.breakerMinimum, "The fewest first attempts that are judged."),
    .share(
      "breaker-transport-share", \.health.breakerTransportShare,
      "The share that failed in transport at which the breaker opens."),
    .share("breaker-status-share", \.health.breakerStatusShare, "The share answered by 5xx at which it opens."),
    .duration("breaker-open", \.health.breakerOpen, "How long it stays open the first time; doubles each time."),
    .duration("breaker-open-max", \.health.breakerOpenMax, "The longest that it stays open."),
    .duration(
      "max-parked", \.health.maxParked,
      "How long an origin may be down before its parked loads fail; 0: they wait for ever."),
  ]

  private static let timeLimits: [ConfigurationFlag] = [
    .duration("connect-timeout", \.timeLimits.connect, "The longest that DNS, TCP and TLS together may take."),
    .duration("first-byte-timeout", \.timeLimits.firstByte, "From an attempt's start to its first byte; 0: no limit."),
    .duration("stall-timeout", \.timeLimits.stall, "Without any byte, once bytes have come; 0: no limit."),
    .bytes(
      "slow-rate", \.timeLimits.slowRate,
      "The slowest that a body may come, per second, while others move; 0: no limit."),
    .duration("slow-window", \.timeLimits.slowWindow, "The time over which --slow-rate is judged; 0: no limit."),
    .duration("deadline", \.timeLimits.deadline, "From admission to the start of the last attempt; 0: none."),
  ]

  private static let sizeLimits: [ConfigurationFlag] = [
    .bytes("max-body", \.limits.maxBodyBytes, "The largest body, as received and as decoded by Content-Encoding."),
    .bytes("max-headers", \.limits.maxHeaderBytes, "The largest header section of a response."),
    .bytes("max-url", \.limits.maxURLBytes, "The longest URL."),
    .count("max-redirects", \.limits.maxRedirects, "The most redirects of one attempt; 0: none is followed."),
    .count("max-pixels", \.limits.decoding.maxPixels, "The most pixels of a picture, width × height."),
    .count("max-side", \.limits.decoding.maxSide, "The longest side of a picture in pixels."),
    .bytes("max-decoded-bytes", \.limits.decoding.maxDecodedBytes, "The most memory for a decoded picture."),
  ]
}
