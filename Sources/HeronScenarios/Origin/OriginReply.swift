public import HeronEngine

/// What the origin answers to one request, and how it goes wrong.
public struct OriginReply: Sendable, Hashable {
  /// The status code.
  public var status: Int
  /// The header fields, without Content-Length: `length` says what that is.
  public var fields: HTTPFields
  /// The body, whole; a range request is served from it.
  public var body: [UInt8]
  /// The wait before the first byte.
  public var latency: Duration
  /// What goes wrong.
  public var fault: Fault
  /// What is said about the body's length.
  public var length: Length

  /// What goes wrong. All counts are of bytes of body really sent, after the whole head.
  public enum Fault: Sendable, Hashable {
    /// Nothing.
    case none
    /// The connection is reset (TCP RST) after so many bytes; what the client has not read by then may be lost.
    case reset(afterBytes: Int)
    /// The connection is reset instead of any answer.
    case resetBeforeHead
    /// Nothing more comes after so many bytes, for a time, or for as long as the client stays.
    case stall(afterBytes: Int, lasting: Duration? = nil)
    /// The body comes at that rate, at least one byte at a time.
    case trickle(bytesPerSecond: Int)
    /// The connection is closed cleanly after so many bytes.
    case truncate(afterBytes: Int)
    /// The connection is closed cleanly instead of any answer.
    case closeWithoutReply
  }

  /// What the head says about the body's length.
  public enum Length: Sendable, Hashable {
    /// The truth.
    case exact
    /// Nothing: the body ends with the connection (RFC 9112 §6.3).
    case absent
    /// That number, whatever the body's length is. The connection is closed after the body.
    case claimed(Int)
  }

  /// A reply.
  public init(
    status: Int = 200, fields: HTTPFields = HTTPFields(), body: [UInt8] = [], latency: Duration = .zero,
    fault: Fault = .none, length: Length = .exact
  ) {
    self.status = status
    self.fields = fields
    self.body = body
    self.latency = latency
    self.fault = fault
    self.length = length
  }
}

extension OriginReply {
  /// 200 with a body, and with a strong ETag where one is given, which allows ranges.
  public static func found(_ body: [UInt8], type: String? = nil, etag: String? = nil) -> OriginReply {
    var fields = HTTPFields()
    fields.set("Content-Type", to: type)
    fields.set("ETag", to: etag.map { "\"\($0)\"" })
    return OriginReply(fields: fields, body: body)
  }

  /// A failure with a line of text as body, and with Retry-After where a value is given (RFC 9110 §10.2.3).
  public static func failed(_ status: Int, retryAfter: String? = nil) -> OriginReply {
    var fields: HTTPFields = ["Content-Type": "text/plain"]
    fields.set("Retry-After", to: retryAfter)
    return OriginReply(status: status, fields: fields, body: Array("\(status)\n".utf8))
  }

  /// The same reply with something going wrong.
  public func with(_ fault: Fault) -> OriginReply {
    var reply = self
    reply.fault = fault
    return reply
  }

  /// The same reply after a wait.
  public func after(_ latency: Duration) -> OriginReply {
    var reply = self
    reply.latency = latency
    return reply
  }
}
