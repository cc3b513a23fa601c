import Synchronization

/// One attempt's receiving end: gathers the body, counts it against its limits, looks at a picture's header as its
/// first bytes arrive, and tells the loader when it is over. Works on the transport's thread.
final class Transfer: TransportObserver {
  /// What the attempt is about.
  struct Plan: Sendable {
    var load: LoadID
    var attempt: Int
    var url: String
    var origin: String
    var maxBodyBytes: Int
    /// The decoders to ask for the header, and the limits to hold it against; nil for raw media.
    var decoders: ImageDecoders?
    var decodingLimits: DecodingLimits
    /// What an earlier attempt left, where this one asks for the rest.
    var resume: PartialBody?
    var startedAt: EngineInstant
    var progressInterval: Int64
    /// Whether the head is told when it comes: its version decides how many others may start.
    var tellsHead = false
  }

  let plan: Plan
  private let clock: any EngineClock
  private let counters: RequestCounters
  private weak let loader: MediaLoader?
  private let state: Mutex<ResponseBody>
  private let bytes = Atomic<Int64>(0)
  private let lastSign = Atomic<Int64>(0)
  private let isAbandoned = Atomic<Bool>(false)

  init(
    _ plan: Plan, clock: any EngineClock, counters: RequestCounters, loader: MediaLoader
  ) {
    self.plan = plan
    self.clock = clock
    self.counters = counters
    self.loader = loader
    state = Mutex(ResponseBody(isInspected: plan.decoders == nil, progressTold: plan.startedAt))
  }

  /// Bytes of body received in this attempt.
  var bytesReceived: Int64 { bytes.load(ordering: .relaxed) }

  /// When the response last gave a sign of life; nil before its first byte.
  var lastSignOfLife: EngineInstant? {
    let nanoseconds = lastSign.load(ordering: .relaxed)
    return nanoseconds == 0 ? nil : EngineInstant(nanoseconds: nanoseconds)
  }

  /// Nobody wants it any more: nothing is kept or told from here on.
  func abandon() { isAbandoned.store(true, ordering: .relaxed) }

  func didConnect(_ metrics: TransportMetrics) { state.withLock { $0.connected(metrics) } }

  func didReceive(_ head: ResponseHead) -> Bool {
    let now = markLife()
    guard !isAbandoned.load(ordering: .relaxed) else { return false }
    let goesOn = state.withLock { state in
      state.metrics.firstByte = plan.startedAt.duration(to: now)
      return state.begin(head, plan)
    }
    if plan.tellsHead { loader?.post(.answered(self)) }
    return goesOn
  }

  func didReceive(_ chunk: UnsafeRawBufferPointer) -> Bool {
    let now = markLife()
    bytes.add(Int64(chunk.count), ordering: .relaxed)
    counters.bytes.add(Int64(chunk.count), ordering: .relaxed)
    guard !isAbandoned.load(ordering: .relaxed) else { return false }
    let (goesOn, tells) = state.withLock { state in
      let goesOn = state.take(chunk, plan)
      let tells = goesOn && now.nanoseconds(since: state.progressTold) >= plan.progressInterval
      if tells { state.progressTold = now }
      return (goesOn, tells)
    }
    if tells { loader?.post(.progressed(self)) }
    return goesOn
  }

  func didFinish(_ result: Result<TransportMetrics, TransportError>) {
    state.withLock { $0.end(result) }
    if !isAbandoned.load(ordering: .relaxed) { loader?.post(.fetched(self)) }
  }

  func didFinishAmongOthers(_ result: Result<TransportMetrics, TransportError>) {
    state.withLock { $0.end(result) }
    if !isAbandoned.load(ordering: .relaxed) { loader?.gather(.fetched(self)) }
  }

  func handleEnds() { loader?.handleGathered() }

  @discardableResult
  private func markLife() -> EngineInstant {
    let now = clock.now
    lastSign.store(max(1, now.nanoseconds), ordering: .relaxed)
    return now
  }
}

extension Transfer {
  /// What an attempt brought.
  enum Fetched {
    case media(ResponseHead, [UInt8])
    case failed(AttemptOutcome, PartialBody?)
  }

  /// Bytes of the body so far, those of earlier attempts included, and how many are expected.
  var progress: (received: Int64, expected: Int64?) {
    state.withLock { ($0.received, $0.expected) }
  }

  /// The protocol's version and status, once the head is there.
  var head: ResponseHead? { state.withLock { $0.head } }

  /// How far it has come, as far as that is known.
  var phase: TransportError.Phase? {
    state.withLock { state in
      if state.head != nil { return .receivingBody }
      return state.isConnected ? .requesting : nil
    }
  }

  /// What the transport measured: all of it once the transfer is over, before that what is known of its phases.
  var metrics: TransportMetrics { state.withLock { $0.metrics } }

  /// Takes what was fetched out, once it is over; the transfer keeps nothing.
  func takeFetched() -> Fetched {
    state.withLock { state in
      guard let failure = state.failure else {
        guard let (head, body) = state.takeWhole() else { preconditionFailure("a transfer ended without a head") }
        return .media(head, body)
      }
      return .failed(failure, state.takePartial(plan))
    }
  }

  /// What has come so far, where a time limit ends the attempt.
  func takePartial() -> PartialBody? { state.withLock { $0.takePartial(plan) } }
}

extension Transfer.Plan {
  func tooLarge(_ value: Int64) -> MediaLoadError {
    var error = MediaLoadError(
      .tooLarge, "The body from \(origin) is larger than --max-body \(FlagText.text(bytes: maxBodyBytes)) allows.")
    error.origin = origin
    error.limit = MediaLoadError.Limit("max-body", limit: Int64(maxBodyBytes), value: value)
    return error
  }
}

/// What an interrupted attempt left behind, and how the next one may ask for the rest.
struct PartialBody: Sendable {
  /// The URL that it is a part of.
  let url: String
  let plan: ResumePlan
  let bytes: [UInt8]
}
