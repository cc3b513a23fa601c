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
  /// What becomes of a request for a part.
  public var ranges = Ranges.honoured

  /// What becomes of a request for a part (RFC 9110 §14).
  public enum Ranges: Sendable, Hashable {
    /// It is served where there is a strong ETag.
    case honoured
    /// The whole is served.
    case ignored
    /// The part behind the one that was asked for is served, and called what it is.
    case wrong
  }

  /// What the head says about the body's length.
  public enum Length: Sendable, Hashable {
    /// The truth.
    case exact
    /// Nothing: the body ends with the connection (RFC 9112 §6.3).
    case absent
    /// That number, whatever the body's length is. The connection is closed after the body.
    case claimed(Int)
    /// Nothing: the body comes in chunks of up to 8 KiB (RFC 9112 §7.1). By HTTP/2 it says nothing either.
    case chunked
  }

  /// The status and the number of bytes of the body that a request gets of it, its range considered, as far as nothing
  /// goes wrong.
  public func sent(to request: OriginRequest) -> (status: Int, bytes: Int) {
    let bytes = request.method == "HEAD" || status == 204 || status == 304 ? 0 : body.count
    return switch RangeSelection(request, of: self) {
    case .whole: (status, bytes)
    case .part(let part): (206, part.count)
    case .unsatisfiable: (416, 0)
    }
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
