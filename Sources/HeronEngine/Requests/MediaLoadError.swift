/// Why a load failed: one of a closed set of kinds, with everything that is known about the cause.
public struct MediaLoadError: Error, Sendable, Hashable {
  /// The kinds of failure. The raw values are what the command line prints.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The name could not be resolved.
    case dns
    /// No connection.
    case connect
    /// TLS could not be agreed.
    case tls
    /// The server's certificate was not accepted.
    case certificate
    /// A time limit of an attempt.
    case timeout
    /// The connection broke.
    case reset
    /// The peer broke the rules of HTTP.
    case `protocol`
    /// The body ended early.
    case truncated
    /// A status that brings no media.
    case httpStatus = "http-status"
    /// The server asks for a wait longer than is allowed.
    case retryAfter = "retry-after"
    /// The body, or the header section, is over its limit.
    case tooLarge = "too-large"
    /// The picture is over a limit of size.
    case tooManyPixels = "too-many-pixels"
    /// The bytes are not those of a picture.
    case notAnImage = "not-an-image"
    /// A picture, of a format that no decoder takes.
    case unsupportedFormat = "unsupported-format"
    /// A picture that breaks its format's rules.
    case corrupt
    /// A redirect that is not followed.
    case redirect
    /// The address may not be connected to.
    case addressRefused = "address-refused"
    /// The URL, or a header of the request, cannot be used.
    case badURL = "bad-url"
    /// The network is away.
    case offline
    /// The origin is known to be down.
    case hostUnavailable = "host-unavailable"
    /// Too much time has passed: the load's deadline, or its longest wait.
    case deadline
    /// The result could not be written.
    case output
    /// A failure of our own side.
    case `internal`
    /// Cancelled by its caller. Only awaiting callers see it; listeners hear nothing after they cancel.
    case cancelled
  }

  /// A limit that was hit.
  public struct Limit: Sendable, Hashable {
    /// Its name, that of the command-line flag.
    public var name: String
    /// The limit.
    public var limit: Int64
    /// The value that was over it, as far as it was known when the load was given up.
    public var value: Int64

    /// A limit and the value over it.
    public init(_ name: String, limit: Int64, value: Int64) {
      self.name = name
      self.limit = limit
      self.value = value
    }
  }

  /// What failed.
  public var kind: Kind
  /// A sentence that says what happened, where, and what to do where that is known.
  public var message: String
  /// The URL's origin, as far as it could be told.
  public var origin: String = ""
  /// The status that the server gave last.
  public var status: Int?
  /// The head of the last attempt's response, where there was one.
  public var response: ResponseHead?
  /// The transport's own code (curl's).
  public var code: Int?
  /// How far the last attempt's transfer had come when it broke off.
  public var phase: TransportError.Phase?
  /// The byte of the body, or of the file, where it went wrong.
  public var offset: Int64?
  /// The limit that was hit.
  public var limit: Limit?
  /// How long the server asked to wait.
  public var retryAfter: Duration?
  /// The attempts that were made.
  public var attempts: Int = 0

  /// A failure.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}

extension MediaLoadError: CustomStringConvertible {
  /// Kind and sentence.
  public var description: String { "\(kind.rawValue): \(message)" }
}
