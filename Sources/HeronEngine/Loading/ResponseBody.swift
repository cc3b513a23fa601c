/// A response as it gathers: its body counted against the limits, a picture's header looked at as its first bytes
/// arrive, and in the end either whole, or a failure and what may be resumed.
struct ResponseBody {
  /// An error's body is read to its end, so that the connection can be used again, but no further than this.
  private static let maxIgnoredBytes = 64 << 10

  /// What is reserved on the word of a Content-Length, before a byte has come.
  private static let maxReservedBytes = 1 << 20

  private(set) var head: ResponseHead?
  private(set) var failure: AttemptOutcome?
  /// Bytes that the whole will have, where the server says so.
  private(set) var expected: Int64?
  var metrics = TransportMetrics()
  /// Whether a connection was there for the request.
  private(set) var isConnected = false
  /// When progress was told last.
  var progressTold: EngineInstant

  private var body: [UInt8] = []
  private var isStoring = false
  private var isInspected: Bool
  private var ignored = 0

  /// - Parameter isInspected: true where no header is to be looked at.
  init(isInspected: Bool, progressTold: EngineInstant) {
    self.isInspected = isInspected
    self.progressTold = progressTold
  }

  var received: Int64 { Int64(body.count) }

  /// Head and body, taken out; nil where there is none to be had.
  mutating func takeWhole() -> (ResponseHead, [UInt8])? {
    guard var head, isStoring else { return nil }
    let body = takeBody()
    if head.status == 206 { head.becomeWhole(length: body.count) }
    return (head, body)
  }

  private mutating func takeBody() -> [UInt8] {
    defer { body = [] }
    return body
  }

  mutating func connected(_ metrics: TransportMetrics) {
    self.metrics = metrics
    isConnected = true
  }

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
      let (total, overflow) = announced.addingReportingOverflow(Int64(body.count))
      if overflow || total > Int64(plan.maxBodyBytes) {
        return refuse(.limit(plan.tooLarge(overflow ? .max : total)), stops: true)
      }
      expected = total
      if head.headers["Content-Encoding"] == nil {
        body.reserveCapacity(body.count + min(Int(announced), Self.maxReservedBytes))
      }
    }
    return true
  }

  mutating func take(_ chunk: UnsafeRawBufferPointer, _ plan: Transfer.Plan) -> Bool {
    guard isStoring else {
      ignored += chunk.count
      return ignored <= Self.maxIgnoredBytes
    }
    if body.count + chunk.count > plan.maxBodyBytes {
      return refuse(.limit(plan.tooLarge(Int64(body.count + chunk.count))), stops: true)
    }
    body.append(contentsOf: chunk)
    return isInspected || inspect(plan)
  }

  private mutating func inspect(_ plan: Transfer.Plan) -> Bool {
    guard let decoders = plan.decoders else { return true }
    do throws(ImageDecodingError) {
      isInspected = try decoders.header(in: body, limits: plan.decodingLimits) != nil
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

  /// What the next attempt may go on from: what came, or what was there before where this one brought no media at all.
  mutating func takePartial(_ plan: Transfer.Plan) -> PartialBody? {
    guard isStoring, let head else { return plan.resume }
    guard let next = ResumePlan(head, received: Int64(body.count)) else { return nil }
    return PartialBody(url: plan.url, plan: next, bytes: takeBody())
  }
}

extension ResponseHead {
  /// The parts are together: what is handed on is the whole response, and says so (RFC 9111 §3.4).
  fileprivate mutating func becomeWhole(length: Int) {
    status = 200
    headers.set("Content-Range", to: nil)
    headers.set("Content-Length", to: String(length))
  }
}
