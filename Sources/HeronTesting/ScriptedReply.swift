public import HeronEngine

/// What a scripted origin does with one request.
public struct ScriptedReply: Sendable {
  /// How a reply ends.
  public enum Ending: Sendable {
    /// As it should.
    case complete
    /// With a failure, once so many bytes of the body have come (or before the head, at a negative number).
    case failure(TransportError.Failure, atByte: Int)
    /// Never: silence, once so many bytes of the body have come (or before the head, at a negative number).
    case silence(atByte: Int)
  }

  /// The status.
  public var status: Int
  /// The header fields beside Content-Length.
  public var headers: HTTPFields
  /// The whole body.
  public var body: [UInt8]
  /// From the request to the head, or to the failure before it.
  public var latency: Duration
  /// Bytes per piece of body.
  public var pieceSize: Int
  /// Between two pieces.
  public var pieceInterval: Duration
  /// How it ends.
  public var ending: Ending
  /// The version of HTTP.
  public var version: HTTPVersion
  /// Whether the head tells the body's length.
  public var tellsLength = true
  /// The most that the body comes at, in bytes per second, where a ``VirtualNetwork`` carries it; nil: as the line has it.
  public var bytesPerSecond: Int?
  /// How long the connection takes, within the latency; told to observers who ask for it.
  public var connectTime = Duration.zero
  /// How often the transport had to send the request again by itself.
  public var resends = 0
  /// Whether a Range with a matching If-Range is honoured.
  public var honoursRange = true
  /// Whether it serves another part than the one that was asked for, and says so.
  public var mistakesRange = false

  /// A reply that brings `body`.
  public init(
    status: Int = 200, headers: HTTPFields = HTTPFields(), body: [UInt8] = [1], latency: Duration = .milliseconds(30),
    pieceSize: Int = .max, pieceInterval: Duration = .milliseconds(10), ending: Ending = .complete,
    version: HTTPVersion = .http11
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.latency = latency
    self.pieceSize = pieceSize
    self.pieceInterval = pieceInterval
    self.ending = ending
    self.version = version
  }

  /// A body that arrives.
  public static func ok(_ body: [UInt8] = [1], latency: Duration = .milliseconds(30)) -> ScriptedReply {
    ScriptedReply(body: body, latency: latency)
  }

  /// A status without media, with Retry-After where one is given.
  public static func status(
    _ status: Int, retryAfter: String? = nil, latency: Duration = .milliseconds(30)
  ) -> ScriptedReply {
    var headers = HTTPFields()
    if let retryAfter { headers.append("Retry-After", retryAfter) }
    return ScriptedReply(status: status, headers: headers, body: [], latency: latency)
  }

  /// A redirect.
  public static func redirect(
    to location: String, status: Int = 302, latency: Duration = .milliseconds(30)
  ) -> ScriptedReply {
    ScriptedReply(status: status, headers: ["Location": location], body: [], latency: latency)
  }

  /// A failure instead of a response.
  public static func failure(
    _ failure: TransportError.Failure, latency: Duration = .milliseconds(30)
  ) -> ScriptedReply {
    ScriptedReply(latency: latency, ending: .failure(failure, atByte: -1))
  }

  /// No answer at all, as from a host that swallows SYNs.
  public static let silence = ScriptedReply(ending: .silence(atByte: -1))

  /// The reply to a request: the part asked for where that is honoured, else itself.
  /// Whether all of the body is told of, and comes before it ends.
  var isWhole: Bool {
    tellsLength && bytesToCome == body.count && headers["Content-Length"].map { Int($0) == body.count } ?? true
  }

  func answering(_ request: TransportRequest) -> ScriptedReply {
    guard status == 200, honoursRange, let range = request.headers["Range"], range.hasPrefix("bytes="),
      let asked = Int(range.dropFirst(6).dropLast()), asked < body.count - 1,
      let entityTag = headers["ETag"], request.headers["If-Range"] == entityTag
    else { return self }
    let first = mistakesRange ? asked + 1 : asked
    var part = self
    part.status = 206
    part.headers.append("Content-Range", "bytes \(first)-\(body.count - 1)/\(body.count)")
    part.body = Array(body[first...])
    return part
  }
}
