import Synchronization

/// One attempt's receiving end: gathers the body, counts it against its limits, looks at a picture's header as its
/// first bytes arrive, and tells the loader when it is over. Works on the transport's thread.
final class Transfer: TransportObserver {
  /// What the attempt is about.
  struct Plan: Sendable {
    var load: LoadID
    var attempt: Int
    var origin: String
    var maxBodyBytes: Int
    /// The decoders to ask for the header, and the limits to hold it against; nil for raw media.
    var decoders: ImageDecoders?
    var decodingLimits: DecodingLimits
    /// What an earlier attempt left, where this one asks for the rest.
    var resume: PartialBody?
    var startedAt: EngineInstant
    var progressInterval: Int64
  }

  private struct State: ~Copyable {
    var head: ResponseHead?
    var body: [UInt8] = []
    var isStoring = false
    var isInspected: Bool
    var isHeaderRefused = false
    var failure: AttemptOutcome?
    var expected: Int64?
    var metrics = TransportMetrics()
    var progressTold: EngineInstant
    var ignored = 0
  }

  /// An error's body is read to its end, so that the connection can be used again, but no further than this.
  private static let maxIgnoredBytes = 64 << 10

  let plan: Plan
  private let clock: any EngineClock
  private let counters: RequestCounters
  private let post: @Sendable (Mailbox.Message) -> Void
  private let state: Mutex<State>
  private let bytes = Atomic<Int64>(0)
  private let lastSign = Atomic<Int64>(0)
  private let isAbandoned = Atomic<Bool>(false)

  init(
    _ plan: Plan, clock: any EngineClock, counters: RequestCounters,
    post: @escaping @Sendable (Mailbox.Message) -> Void
  ) {
    self.plan = plan
    self.clock = clock
    self.counters = counters
    self.post = post
    state = Mutex(State(isInspected: plan.decoders == nil, progressTold: plan.startedAt))
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

  func didReceive(_ head: ResponseHead) -> Bool {
    markLife()
    return !isAbandoned.load(ordering: .relaxed) && state.withLock { $0.begin(head, plan) }
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
    if tells { post(.progressed(self)) }
    return goesOn
  }

  func didFinish(_ result: Result<TransportMetrics, TransportError>) {
    state.withLock { $0.end(result) }
    if !isAbandoned.load(ordering: .relaxed) { post(.fetched(self)) }
  }

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
    state.withLock { (Int64($0.body.count), $0.expected) }
  }

  /// The protocol's version and status, once the head is there.
  var head: ResponseHead? { state.withLock(\.head) }

  /// What the transport measured.
  var metrics: TransportMetrics { state.withLock(\.metrics) }

  /// Takes what was fetched out, once it is over; the transfer keeps nothing.
  func takeFetched() -> Fetched {
    state.withLock { state in
      guard let failure = state.failure else {
        guard let head = state.head, state.isStoring else { preconditionFailure("a transfer ended without a head") }
        return .media(head, exchange(&state.body, for: []))
      }
      return .failed(failure, state.takePartial())
    }
  }

  /// What has come so far, where a time limit ends the attempt.
  func takePartial() -> PartialBody? { state.withLock { $0.takePartial() } }
}

private func exchange<Value>(_ place: inout Value, for new: Value) -> Value {
  let old = place
  place = new
  return old
}

extension Transfer.State {
  mutating func begin(_ head: ResponseHead, _ plan: Transfer.Plan) -> Bool {
    self.head = head
    switch head.status {
    case 206:
      guard let resume = plan.resume else { return refuse(.response(head), stops: false) }
      guard resume.plan.matches(head) else { return refuse(.rangeMismatch, stops: true) }
      body = resume.bytes
      isInspected = true
    case 200..<300 where head.status != 204 && head.status != 205: break
    default: return refuse(.response(head), stops: false)
    }
    isStoring = true
    let announced = head.headers["Content-Length"].flatMap { Int64($0) }
    if let announced, announced >= 0 {
      expected = announced + Int64(body.count)
      if announced + Int64(body.count) > Int64(plan.maxBodyBytes) {
        return refuse(.limit(plan.tooLarge(announced + Int64(body.count))), stops: true)
      }
      if head.headers["Content-Encoding"] == nil { body.reserveCapacity(Int(announced) + body.count) }
    }
    return true
  }

  mutating func take(_ chunk: UnsafeRawBufferPointer, _ plan: Transfer.Plan) -> Bool {
    guard isStoring else {
      ignored += chunk.count
      return ignored <= Transfer.maxIgnoredBytes
    }
    if body.count + chunk.count > plan.maxBodyBytes {
      return refuse(.limit(plan.tooLarge(Int64(body.count + chunk.count))), stops: true)
    }
    body.append(contentsOf: chunk)
    return isInspected || inspect(plan)
  }

  private mutating func inspect(_ plan: Transfer.Plan) -> Bool {
    guard let decoders = plan.decoders else { return true }
    do throws(DecodingError) {
      isInspected = try body.withUnsafeBytes { bytes throws(DecodingError) in
        try decoders.header(in: bytes, limits: plan.decodingLimits) != nil
      }
      return true
    } catch {
      return refuse(.decoding(error), stops: true)
    }
  }

  private mutating func refuse(_ outcome: AttemptOutcome, stops: Bool) -> Bool {
    failure = outcome
    isStoring = false
    if stops { body = [] }
    return !stops
  }

  mutating func end(_ result: Result<TransportMetrics, TransportError>) {
    switch result {
    case .success(let metrics):
      self.metrics = metrics
      guard failure == nil else { return }
      if head == nil {
        failure = .transport(TransportError(.badResponse, message: "the response has no head"))
      } else if let expected, head?.headers["Content-Encoding"] == nil, Int64(body.count) < expected {
        let message = "\(body.count) of \(expected) bytes came"
        failure = .transport(TransportError(.partialBody, message: message, bytesReceived: Int64(body.count)))
      }
    case .failure(let error):
      metrics = error.metrics
      // Where we stopped it ourselves, the reason is already known.
      if failure == nil { failure = .transport(error) }
    }
  }

  mutating func takePartial() -> PartialBody? {
    guard isStoring, let head, let plan = ResumePlan(head: head, received: body.count) else { return nil }
    return PartialBody(plan: plan, bytes: exchange(&body, for: []))
  }
}

extension Transfer.Plan {
  func tooLarge(_ value: Int64) -> MediaLoadError {
    var error = MediaLoadError(
      .tooLarge, "the body from \(origin) is over the limit of \(maxBodyBytes) bytes; raise max-body to accept it")
    error.origin = origin
    error.limit = MediaLoadError.Limit("max-body", limit: Int64(maxBodyBytes), value: value)
    return error
  }
}

/// What an interrupted attempt left behind, and how the next one may ask for the rest.
struct PartialBody: Sendable {
  let plan: ResumePlan
  let bytes: [UInt8]
}
