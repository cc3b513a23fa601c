/// One-time chances of further attempts; each is given once in a load's life.
struct RetryChances: OptionSet, Sendable, Hashable {
  let rawValue: UInt8

  static let retryOnce = RetryChances(rawValue: 1)
  static let atOnce = RetryChances(rawValue: 2)
  static let startOver = RetryChances(rawValue: 4)
  static let freshConnection = RetryChances(rawValue: 8)
}

/// Everything about a failed attempt and its load that decides whether there is another attempt.
struct RetryContext: Sendable {
  /// How the attempt ended.
  var outcome: AttemptOutcome
  /// Whether it was a resumed one, which asked for a part.
  var wasResumed = false
  /// The attempts that count, the failed one included: at least 1.
  var attempts = 1
  /// The load's class.
  var priority = RequestPriority.visible
  /// The request's own limit of attempts; 0: as long as somebody listens.
  var maxAttempts: Int?
  /// The chances already taken.
  var used: RetryChances = []
  /// The last wait between attempts, in nanoseconds; nil at the first failure.
  var lastWait: Int64?
  /// Whether the failure before this one was throttled. An overloaded origin that next resets a connection is still
  /// overloaded, so the longer waits go on for one more.
  var wasThrottled = false
  /// The calendar, in seconds since 1970.
  var secondsSince1970: Int64 = 0
  /// The load's deadline, if it has one.
  var deadline: Deadline?
  /// The URL's origin, for the error.
  var origin: String

  /// A deadline, and what is left of it.
  struct Deadline: Sendable, Hashable {
    var limit: Duration
    /// Nanoseconds until it; zero or less once it has passed.
    var remaining: Int64
  }
}
