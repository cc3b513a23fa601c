public import HeronEngine

/// One request as the origin received it.
public struct OriginRequest: Sendable, Hashable {
  /// `GET`, `HEAD`, …
  public var method: String
  /// The path, without the query.
  public var path: String
  /// What follows the question mark; nil where there is none.
  public var query: String?
  /// The header fields as received; a look-up takes any case. HTTP/2's `:authority` is told as `host`.
  public var fields: HTTPFields
  /// The version of HTTP that brought it.
  public var version: HTTPVersion
  /// When its head was complete, since the origin's start.
  public var moment: Duration
  /// Which connection brought it, from 1 in the order of acceptance.
  public var connection: Int
  /// How often the path was asked for until now, this request included: the first is 1.
  public var visit: Int
  /// Whether the client means to use the connection again (RFC 9112 §9.3).
  public var keepsAlive: Bool

  /// A request.
  public init(
    method: String = "GET", path: String, query: String? = nil, fields: HTTPFields = HTTPFields(),
    version: HTTPVersion = .http11, moment: Duration = .zero, connection: Int = 1, visit: Int = 1,
    keepsAlive: Bool = true
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.fields = fields
    self.version = version
    self.moment = moment
    self.connection = connection
    self.visit = visit
    self.keepsAlive = keepsAlive
  }
}

extension OriginRequest {
  /// A request that names its target in origin form (RFC 9112 §3.2.1).
  init(
    method: String, target: String, fields: HTTPFields, version: HTTPVersion, connection: Int, keepsAlive: Bool
  ) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(
      method: method, path: parts.first.map(String.init) ?? "", query: parts.count > 1 ? String(parts[1]) : nil,
      fields: fields, version: version, connection: connection, keepsAlive: keepsAlive)
  }
}
