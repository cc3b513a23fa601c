/// The work shared by equal requests: one key, one transfer at a time, one decode, one timer once admitted.
///
/// Belongs to the loader, which alone touches it. A million may wait, so what only an admitted load needs is in `Run`.
final class Load {
  /// Where in its life a load is.
  enum Stage: UInt8 {
    /// On its way from one place to the next, counted nowhere.
    case arriving
    /// Asked for later.
    case delayed
    /// Gathering with others until the batch window ends.
    case gathering
    /// In line for a slot; parked while its origin is blocked or the network away.
    case waiting
    /// An attempt runs.
    case active
    /// Fetched, in the decoder.
    case decoding
    /// Between attempts.
    case backoff
    /// The backoff is over; the origin's retry budget is not.
    case awaitingBudget
    /// Over.
    case ended
  }

  let request: MediaRequest
  var interests: Interests
  var stage = Stage.arriving
  var priority: RequestPriority
  /// The origin of its request's URL.
  let origin: OriginID
  let id: LoadID
  var run: Run?

  /// The origin that it is at now: the one that a redirect led to, or its own.
  var currentOrigin: OriginID { run?.hop?.origin ?? origin }

  /// The URL that it is at now.
  var currentURL: String { run?.hop?.redirect.url ?? request.url }

  init(_ request: MediaRequest, first: consuming Interests, priority: RequestPriority, origin: OriginID, id: LoadID) {
    self.request = request
    self.origin = origin
    self.id = id
    self.priority = priority
    interests = first
  }
}

/// The place that a redirect led to.
struct Hop {
  let redirect: Redirect
  let origin: OriginID
  /// The redirects of this attempt so far.
  let count: Int
}

/// What an admitted load needs beside what a waiting one has.
final class Run {
  /// The place of its timer in the pool.
  var timer: Int?
  var transfer: Transfer?
  var call: (any TransportTransfer)?
  var decodeJob: DecodeJob?

  /// Attempts sent, the free ones included.
  var starts = 0
  /// Attempts that count towards the most.
  var attempts = 0
  /// Whether the next one counts.
  var countsNext = false
  var chances: RetryChances = []
  var partial: PartialBody?
  /// Where redirects have led this attempt.
  var hop: Hop?
  /// Whether the next start goes on with the attempt that was redirected.
  var isRedirected = false
  /// Whether the last look at it came too late to judge by, so that another follows.
  var isLookRepeated = false
  /// How often its origin had been given up for want of a connection when this attempt began.
  var patienceRound = 0
  var needsFreshConnection = false
  var lastError: MediaLoadError?
  /// The head of this attempt's response, and the time limit that it hit, for the error.
  var lastHead: ResponseHead?
  var timeLimit: MediaLoadError.Limit?
  var lastWait: Int64?
  var isThrottled = false
  var wasResumed = false
  /// What the next attempt takes from its origin's budget.
  var budgetCost = 0.0
  /// The origin that is charged for it: the one that failed, which need not be the one that is asked first.
  var charged: OriginID?
  /// Whether the wait it is in was asked for by the origin.
  var isToldToWait = false
  var isProbe = false
  /// Whether it keeps its slot in backoff (`holdsSlot`).
  var keepsSlot = false

  /// Time counted against the deadline, and since when it runs now.
  private var deadlineSpent: Int64 = 0
  private var deadlineSince: Int64?
  /// When the present stage began.
  var since = EngineInstant.zero
  var firstStart = EngineInstant.zero
  var slowSince = EngineInstant.zero
  var slowBytes: Int64 = 0
  var slowBytesOfAll: Int64 = 0
  var trace = LoadTrace()

  // A loader that goes takes its loads along, and what runs for them ends; its timers end with their release.
  deinit {
    call?.cancel()
    decodeJob?.cancel()
  }

  /// The deadline runs from here; `counted` is the moment on the clock that stands still while paused.
  func resumeDeadline(_ counted: Int64) { if deadlineSince == nil { deadlineSince = counted } }

  func pauseDeadline(_ counted: Int64) {
    deadlineSpent = deadlineUsed(counted)
    deadlineSince = nil
  }

  func deadlineUsed(_ counted: Int64) -> Int64 { deadlineSpent + (deadlineSince.map { counted - $0 } ?? 0) }
}
