/// Whether a failed load makes another attempt.
enum RetryDecision: Sendable, Hashable {
  /// Another one, like this.
  case again(RetryPlan)
  /// None: the load fails.
  case fail(MediaLoadError)
}

/// How the next attempt is made.
struct RetryPlan: Sendable, Hashable {
  /// Nanoseconds until it may start; zero for at once.
  var wait: Int64 = 0
  /// What the origin's retry budget must grant for it; zero for nothing.
  var budgetCost = 0.0
  /// Whether it counts towards the most attempts.
  var countsAsAttempt = true
  /// Whether bytes received so far may be kept and only the rest asked for.
  var resumes = true
  /// Whether it needs a connection of its own.
  var needsFreshConnection = false
  /// The chances taken, this one's included.
  var used: RetryChances
  /// The wait that the response asked for, where it did.
  var retryAfter: RetryAfter?
  /// Whether the origin said that it is overloaded.
  var isThrottled = false
  /// Why another attempt is needed: what `retrying` tells the listener.
  var cause: MediaLoadError
}
