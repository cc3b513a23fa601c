import Logging
import Synchronization

/// Loads media: decides what runs, retries what fails, shares what is equal, and tells those who still listen.
///
/// An actor on the executor of its environment. Nothing in it suspends; messages reach it in batches through a
/// mailbox, timers fire on its executor. All entry points may be called from any thread and never block.
public actor MediaLoader {
  /// The executor that all of this runs on.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { environment.executor.asUnownedSerialExecutor() }

  nonisolated let environment: Environment
  nonisolated let mailbox = Mailbox()
  nonisolated let memoryCache: MemoryCache
  nonisolated let counters = RequestCounters()
  nonisolated let settings: Mutex<Configuration>

  var configuration: Configuration
  var tuning: Tuning
  var retryPolicy: RetryPolicy
  var batcher: Batcher
  var origins = OriginTable()
  var table = LoadTable()
  var underWay = PlaceIndex()
  var tags = TagIndex()
  var timers = RetryTimerPool()
  var connectTimes = ConnectTimes()
  var alarms = Alarms()
  var alarmTimer: (any EngineTimer)?
  var alarmDue = EngineInstant.never
  var isSettleDue = false
  var wasteBucket: WasteBucket
  var startTokenAlarm = EngineInstant.never
  var gathering: [LoadID] = []
  var windowEnd: EngineInstant?
  var newlyWaiting: [LoadID] = []
  var outbox: [Outgoing] = []
  var spareMessages: [Mailbox.Message] = []
  var generator: SeededGenerator
  var now: EngineInstant
  var pausedTime = PausedTime()
  var tally = Tally()

  /// A loader in the given world.
  ///
  /// - Throws: ``ConfigurationError`` where a figure is out of its range.
  public init(configuration: Configuration = Configuration(), environment: Environment) throws(ConfigurationError) {
    try configuration.validate()
    self.environment = environment
    self.configuration = configuration
    settings = Mutex(configuration)
    memoryCache = MemoryCache(limit: configuration.memoryCacheBytes)
    tuning = Tuning(configuration)
    retryPolicy = RetryPolicy(configuration.retry, health: configuration.health)
    batcher = Batcher(settings: Batcher.Settings(configuration))
    generator = SeededGenerator(seed: environment.seed)
    now = environment.clock.now
    wasteBucket = WasteBucket(rate: configuration.startRate, burst: configuration.startBurst, now: now)
  }
}

extension MediaLoader {
  /// The mailbox is emptied and looked at again this often before other work of the executor gets its turn.
  private static let maxRoundsPerTurn = 8
  /// What one round may handle before what it decided takes effect.
  private static let maxMessagesPerStep = 1024
  /// With more than that, a transport's thread goes back to its sockets and leaves them to another.
  private static let maxBorrowedMessages = 256

  nonisolated func post(_ message: Mailbox.Message) {
    guard mailbox.post(message) else { return }
    scheduleTurn()
  }

  /// Takes in a message that ``handleGathered()`` follows, on the same thread and soon.
  nonisolated func gather(_ message: Mailbox.Message) { mailbox.gather(message) }

  /// Handles what was gathered, on the calling thread where the executor borrows it and there is not too much of it.
  nonisolated func handleGathered() {
    guard mailbox.claim() else { return }
    environment.executor.perform { [weak self] in
      self?.assumeIsolated { $0.takeTurn(most: Self.maxBorrowedMessages) }
    }
  }

  private nonisolated func scheduleTurn() {
    environment.executor.submit { [weak self] in self?.assumeIsolated { $0.takeTurn() } }
  }

  private func takeTurn(most: Int = .max) {
    for _ in 0..<Self.maxRoundsPerTurn {
      switch mailbox.take(into: &spareMessages, most: most) {
      case .nothing: return
      case .tooMany: return scheduleTurn()
      case .taken:
        now = environment.clock.now
        handleTaken()
      }
    }
    scheduleTurn()
  }

  private func handleTaken() {
    var messages: [Mailbox.Message] = []
    swap(&messages, &spareMessages)
    var step = 0
    for message in messages {
      handle(message)
      step += 1
      if step == Self.maxMessagesPerStep {
        settle()
        step = 0
      }
    }
    settle()
    if messages.capacity <= 4 * Self.maxMessagesPerStep {
      messages.removeAll(keepingCapacity: true)
      swap(&messages, &spareMessages)
    }
  }

  private func handle(_ message: Mailbox.Message) {
    switch message {
    case .submitted(let handle): submit(handle)
    case .interestEnded(let id, let priority): interestEnded(id, priority)
    case .priorityChanged(let id, let old, let new): priorityChanged(id, from: old, to: new)
    case .answered(let transfer): answered(transfer)
    case .progressed(let transfer): progressed(transfer)
    case .fetched(let transfer): fetched(transfer)
    case .decoded(let job): decoded(job)
    case .perform(let body): body(self)
    }
  }

  /// What every turn ends with: whoever may start is started, the alarm is set, and events go out.
  func settle() {
    promoteAll()
    tellWaiting()
    armAlarm()
    flush()
  }
}

/// The figures that are needed for every load, in nanoseconds.
struct Tuning {
  var firstByte: Int64
  var stall: Int64
  var slowWindow: Int64
  /// How long after its start an attempt is first held against its limits; the largest number where it has none. Never
  /// later than the shortest, so that a stall is seen when it has lasted as long as it may, whenever the first byte came.
  var firstLook: Int64
  var deadline: Int64
  var maxWait: Int64
  var connectPatience: Int64
  var batchWindow: Int64
  var progressInterval: Int64
  /// How often a transfer looks whether a listener without a handle still lives.
  let probeInterval: Int64 = 100_000_000

  init(_ configuration: Configuration) {
    firstByte = configuration.timeLimits.firstByte.nanoseconds
    stall = configuration.timeLimits.stall.nanoseconds
    slowWindow = configuration.timeLimits.slowWindow.nanoseconds
    firstLook = [firstByte, stall, slowWindow].filter { $0 > 0 }.min() ?? .max
    deadline = configuration.timeLimits.deadline.nanoseconds
    maxWait = configuration.maxWait.nanoseconds
    connectPatience = configuration.connectPatience.nanoseconds
    batchWindow = configuration.batchWindow.nanoseconds
    progressInterval = configuration.progressInterval.nanoseconds
  }
}

/// Time that does not count against deadlines: the loader was paused, or the network away.
struct PausedTime {
  private var total: Int64 = 0
  private var since: EngineInstant?

  mutating func set(_ isPaused: Bool, now: EngineInstant) {
    if isPaused, since == nil {
      since = now
    } else if !isPaused, let begun = since {
      total += now.nanoseconds(since: begun)
      since = nil
    }
  }

  /// The moment on a clock that stands still in paused time.
  func counted(_ now: EngineInstant) -> Int64 { (since ?? now).nanoseconds - total }
}

/// Counts that only the loader keeps.
struct Tally {
  var attempts = 0
  var retries = 0
  var redirects = 0
  var resends = 0
  var coalesced = 0
  var bytesForDeadListeners: Int64 = 0
  var decoding = 0
  var backoff = 0
  var delayed = 0
  var waitingTime = DurationHistogram()
  var fetchingTime = DurationHistogram()
  var decodingTime = DurationHistogram()
}

extension Batcher.Settings {
  init(_ configuration: Configuration) {
    self.init(
      maxActive: configuration.maxActive, maxActivePerOrigin: configuration.maxActivePerOrigin,
      maxActiveUnproven: configuration.maxActiveUnproven,
      ageStepNanoseconds: configuration.ageStep.nanoseconds, lowEvery: configuration.lowEvery,
      newestFirst: configuration.visibleOrder == .lifo)
  }
}
