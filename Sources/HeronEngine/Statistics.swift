import Synchronization

/// What a loader has done and is doing: a snapshot.
public struct Statistics: Sendable, Hashable {
  /// Attempts that run.
  public var active = 0
  /// Loads in line for a slot, the parked ones included.
  public var waiting = 0
  /// Those of them whose origin is down or whose network is away.
  public var parked = 0
  /// Loads between attempts.
  public var backoff = 0
  /// Loads in the decoder.
  public var decoding = 0
  /// Requests whose delay has not passed, or that gather in a batch window.
  public var delayed = 0
  /// Retry timers in use.
  public var timers = 0

  /// Requests made: one for each handle.
  public var submitted = 0
  /// Those that were told of media.
  public var delivered = 0
  /// Those that were told of a failure.
  public var failed = 0
  /// Those that their callers cancelled.
  public var cancelled = 0
  /// Those whose handles were released.
  public var released = 0
  /// Those whose listeners were found dead.
  public var orphaned = 0
  /// Those served from the memory cache without a load.
  public var memoryHits = 0
  /// Those that joined a load under way.
  public var coalesced = 0

  /// Attempts started.
  public var attempts = 0
  /// Attempts that came after a failure.
  public var retries = 0
  /// Requests that the transport sent again by itself.
  public var resends = 0
  /// Redirects followed.
  public var redirects = 0
  /// Bytes of body received.
  public var bytes: Int64 = 0
  /// Bytes received for loads that nobody wanted in the end.
  public var bytesForDeadListeners: Int64 = 0
  /// What the memory cache holds, in bytes.
  public var memoryCacheBytes = 0

  /// In line, per admission.
  public var waitingTime = Percentiles()
  /// From an attempt's start to its end, where it brought media.
  public var fetchingTime = Percentiles()
  /// From the end of the fetch to the end of the decode.
  public var decodingTime = Percentiles()
  /// The origins met, in the order of meeting.
  public var origins: [Origin] = []

  /// Two points of a distribution, right within 3.2 %.
  public struct Percentiles: Sendable, Hashable {
    /// Half took no longer.
    public var p50 = Duration.zero
    /// 99 of 100 took no longer.
    public var p99 = Duration.zero
  }

  /// What is known of an origin.
  public struct Origin: Sendable, Hashable {
    /// Scheme, host and port.
    public var name: String
    /// Open, gated, broken or probing.
    public var state: String
    /// Its attempts that run.
    public var active: Int
    /// Its loads in line.
    public var waiting: Int
    /// Retries that its budget grants now.
    public var retryTokens: Double
  }

  /// Requests that have not ended.
  public var live: Int { submitted - delivered - failed - cancelled - released - orphaned }
}

/// Counts of how requests end, added to wherever that happens, from any thread.
final class RequestCounters: Sendable {
  let submitted = Atomic<Int>(0)
  let delivered = Atomic<Int>(0)
  let failed = Atomic<Int>(0)
  let cancelled = Atomic<Int>(0)
  let released = Atomic<Int>(0)
  let orphaned = Atomic<Int>(0)
  let memoryHits = Atomic<Int>(0)
  /// Bytes of body, as they come.
  let bytes = Atomic<Int64>(0)

  /// Requests that have not ended.
  var live: Int {
    submitted.value - delivered.value - failed.value - cancelled.value - released.value - orphaned.value
  }
}

extension Atomic where Value == Int {
  func count() { add(1, ordering: .relaxed) }
  var value: Int { load(ordering: .relaxed) }
}
