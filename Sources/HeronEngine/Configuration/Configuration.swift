/// Every limit and policy of a loader in one value. Each figure is a flag of the command line too; where each comes
/// from stands in docs/tuning.md. Checked when it is given to a loader; may be changed while the loader runs.
public struct Configuration: Sendable, Equatable {
  // Admission

  /// The most attempts that run at a time.
  public var maxActive = 10
  /// The most of them to one origin that does not multiplex.
  public var maxActivePerOrigin = 10
  /// The most to an origin that has not answered yet, or last failed to connect, while another origin waits.
  public var maxActiveUnproven = 2
  /// How long an attempt to such an origin may take to connect before it gives its slot up to another one that waits,
  /// at no cost of an attempt; longer where connections have taken longer, doubled each time. Zero: no such limit.
  public var connectPatience = Duration.seconds(1)
  /// A waiting load rises by one class per step; zero: never.
  public var ageStep = Duration.seconds(2)
  /// One promotion in so many takes the longest-waiting low load; zero: none.
  public var lowEvery = 8
  /// Which of the visible loads goes first.
  public var visibleOrder = VisibleOrder.fifo
  /// How long new requests gather when there are more of them than free slots; zero: not at all.
  public var batchWindow = Duration.milliseconds(16)
  /// Starts per second that may turn out to be for nobody; zero: no such limit.
  public var startRate = 80.0
  /// How many such starts may come at once.
  public var startBurst = 25.0
  /// The most fetched bodies that wait for, or are in, the decoder before new attempts hold back.
  public var maxDecoding = 64
  /// The longest a load may wait in line; zero: for ever.
  public var maxWait = Duration.zero

  /// How often, at most, progress is told and a listener without a handle is asked whether it lives.
  public var progressInterval = Duration.milliseconds(100)
  /// Within how long after the network's return the last load in backoff is back in line.
  public var reconnectSpread = Duration.seconds(2)
  /// What the memory cache may hold, in bytes of media.
  public var memoryCacheBytes = 256 << 20
  /// The most origins whose health is remembered.
  public var maxOrigins = 4096

  /// When failures are worth another attempt.
  public var retry = RetrySettings()
  /// What is held against, or for, an origin.
  public var health = OriginHealthSettings()
  /// How long things may take.
  public var timeLimits = TimeLimits()
  /// How large things may be.
  public var limits = SizeLimits()

  /// The interactive profile: few slots, a frame's batch window, a minute's deadline.
  public init() {}

  /// Which of the visible loads goes first.
  public enum VisibleOrder: String, Sendable, CaseIterable {
    /// The longest waiting.
    case fifo
    /// The newest: what a fling ends on.
    case lifo
  }
}

/// When failures are worth another attempt, and after what wait.
public struct RetrySettings: Sendable, Equatable {
  /// How waits grow.
  public enum Growth: String, Sendable, CaseIterable {
    /// The same wait each time (`fixedInterval`), the ancestor's way.
    case fixed
    /// `factor` times the last one, from `base` to `cap`.
    case exponential
    /// Drawn between `base` and three times the last wait, to `cap`.
    case decorrelated
  }

  /// Which part of a wait is drawn at random.
  public enum Jitter: String, Sendable, CaseIterable {
    /// None.
    case none
    /// The second half.
    case equal
    /// All of it.
    case full
  }

  /// The most attempts of a load that somebody waits for; 0: as long as somebody listens.
  public var maxAttempts = 8
  /// The most attempts of a prefetch; 0: without end.
  public var maxAttemptsPrefetch = 3
  /// How waits grow.
  public var growth = Growth.exponential
  /// Which part is random.
  public var jitter = Jitter.equal
  /// The first wait.
  public var base = Duration.milliseconds(250)
  /// The first wait where the origin says that it is overloaded.
  public var throttledBase = Duration.seconds(1)
  /// How many times as long each wait of `Growth.exponential` is as the one before.
  public var factor = 2.0
  /// The longest wait.
  public var cap = Duration.seconds(5)
  /// The wait of `Growth.fixed`.
  public var fixedInterval = Duration.seconds(10)
  /// The longest Retry-After that is waited for; a longer one fails the load at once.
  public var maxRetryAfter = Duration.seconds(60)
  /// Whether a load in backoff keeps its slot, as the ancestor did. For comparison only.
  public var holdsSlot = false

  /// More attempts than this are never made, unless the load may go on as long as somebody listens.
  public static let hardMaximum = 20

  /// The house's settings.
  public init() {}
}

/// What is held against, or for, an origin: budget, gate and breaker.
public struct OriginHealthSettings: Sendable, Equatable {
  /// The retry budget's bucket, which starts full; zero: no budget.
  public var budget = 20.0
  /// Tokens that return per second.
  public var budgetRefill = 0.5
  /// Tokens that a success at the first attempt brings.
  public var budgetDeposit = 0.2
  /// Tokens that a retry brings which succeeds, beside what it took.
  public var budgetRetryDeposit = 0.5
  /// Tokens that a retry takes.
  public var retryCost = 1.0
  /// Tokens that a retry takes where the origin said when to come back or that it is overloaded.
  public var throttledRetryCost = 0.5

  /// The longest that a gate stays closed.
  public var maxGate = Duration.seconds(60)
  /// The time within which two URLs must say 503 with Retry-After to close the gate.
  public var gateWindow = Duration.seconds(10)

  /// Whether there is a breaker.
  public var breaker = true
  /// The time over which first attempts are judged.
  public var breakerWindow = Duration.seconds(10)
  /// The fewest distinct first attempts that are judged.
  public var breakerMinimum = 8
  /// The share of them that failed in transport, at which the breaker opens.
  public var breakerTransportShare = 0.5
  /// The share of them answered by 5xx, at which it opens.
  public var breakerStatusShare = 0.8
  /// How long it stays open the first time; doubles each time.
  public var breakerOpen = Duration.seconds(5)
  /// The longest that it stays open.
  public var breakerOpenMax = Duration.seconds(15)
  /// How long an origin may be down before its parked loads fail, and new ones at once; zero: they wait for ever.
  public var maxParked = Duration.zero

  /// The house's settings.
  public init() {}
}

/// How long things may take. Zero: no such limit.
public struct TimeLimits: Sendable, Equatable {
  /// DNS, TCP and TLS together.
  public var connect = Duration.seconds(10)
  /// From an attempt's start to the response's first byte.
  public var firstByte = Duration.seconds(20)
  /// Without any byte, once bytes have come.
  public var stall = Duration.seconds(10)
  /// The slowest that a body may come over `slowWindow` while other transfers move, in bytes per second.
  public var slowRate = 256
  /// The time over which `slowRate` is judged.
  public var slowWindow = Duration.seconds(60)
  /// From first admission to the start of the last attempt, not counting waits that are not the load's own.
  public var deadline = Duration.seconds(60)

  /// The house's limits.
  public init() {}
}

/// How large things may be.
public struct SizeLimits: Sendable, Equatable {
  /// Bytes of body, received and after content decoding.
  public var maxBodyBytes = 32 << 20
  /// Bytes of a response's header section.
  public var maxHeaderBytes = 64 << 10
  /// Bytes of a URL.
  public var maxURLBytes = 8 << 10
  /// Redirects of one attempt; zero: none is followed.
  public var maxRedirects = 5
  /// How large a picture may be.
  public var decoding = DecodingLimits()

  /// The house's limits.
  public init() {}
}

extension Configuration {
  /// Presets for the usual hosts.
  public enum Profile: String, Sendable, CaseIterable {
    /// A person looks on: the library's default.
    case interactive
    /// As fast as the machine and the servers allow: `heron load`.
    case bulk
    /// Bulk, fed with users' URLs.
    case server
    /// Interactive, and never gives up.
    case kiosk
  }

  /// The settings of a profile.
  public init(_ profile: Profile) {
    switch profile {
    case .interactive: break
    case .bulk, .server:
      maxActive = 16
      maxActivePerOrigin = 16
      startRate = 0
      batchWindow = .zero
      timeLimits.deadline = .zero
      health.breakerOpenMax = .seconds(60)
      health.maxParked = .seconds(120)
      // A list names each URL once, or its equal requests share a load; what nobody asks for again is not kept.
      if profile == .bulk { memoryCacheBytes = 0 }
    case .kiosk:
      retry.maxAttempts = 0
      retry.cap = .seconds(60)
      timeLimits.deadline = .zero
      health.breakerOpenMax = .seconds(60)
    }
  }
}
