/// What is wanted: a URL, how urgently, and everything that can change the answer.
public struct MediaRequest: Sendable {
  /// What becomes of the bytes.
  public enum Kind: UInt8, Sendable, Hashable {
    /// Decoded to a picture.
    case image
    /// Handed over as they are.
    case data
  }

  /// How the memory cache takes part.
  public enum CachePolicy: UInt8, Sendable, Hashable {
    /// A hit is delivered, a result is kept.
    case useCache
    /// The cache is passed by, and its entry replaced.
    case reload
    /// Neither read nor written.
    case ignoreCache
  }

  // Most requests say no more than a URL and a class, and a million of them may wait: so all else is behind one
  // reference that is nil until used.
  final class Options: Sendable {
    let values: OptionValues
    init(_ values: OptionValues) { self.values = values }
  }

  struct OptionValues: Sendable {
    var headers = HTTPFields()
    var tag: String?
    var fallbacks: [String] = []
    var delay: Duration = .zero
    var keepsBody = false
    var cachePolicy = CachePolicy.useCache
    var maxAttempts: Int?
    var deadline: Duration?
    var maxBodyBytes: Int?

    static let defaults = OptionValues()
  }

  /// The URL, http or https.
  public var url: String
  private(set) var options: Options?
  /// How urgently; the handle can change it later.
  public var priority: RequestPriority
  /// A picture, or raw media.
  public var kind: Kind

  /// A request for `url`.
  public init(_ url: String, priority: RequestPriority = .visible, kind: Kind = .image) {
    self.url = url
    self.priority = priority
    self.kind = kind
  }

  var values: OptionValues { options?.values ?? .defaults }

  private mutating func change(_ body: (inout OptionValues) -> Void) {
    var values = self.values
    body(&values)
    options = Options(values)
  }
}

extension MediaRequest {
  /// Header fields to send. Two requests with different ones never share a response.
  public var headers: HTTPFields {
    get { values.headers }
    set { change { $0.headers = newValue } }
  }

  /// A name under which several loads are cancelled or re-prioritised together: a page, a date.
  public var tag: String? {
    get { values.tag }
    set { change { $0.tag = newValue } }
  }

  /// URLs to try in turn when this one has failed for good.
  public var fallbacks: [String] {
    get { values.fallbacks }
    set { change { $0.fallbacks = newValue } }
  }

  /// How long to wait before the load joins the line.
  public var delay: Duration {
    get { values.delay }
    set { change { $0.delay = newValue } }
  }

  /// Whether a picture's encoded bytes are handed over too.
  public var keepsBody: Bool {
    get { values.keepsBody }
    set { change { $0.keepsBody = newValue } }
  }

  /// How the memory cache takes part.
  public var cachePolicy: CachePolicy {
    get { values.cachePolicy }
    set { change { $0.cachePolicy = newValue } }
  }

  /// The most attempts, instead of the configuration's; 0 for as long as somebody listens.
  public var maxAttempts: Int? {
    get { values.maxAttempts }
    set { change { $0.maxAttempts = newValue } }
  }

  /// The deadline, instead of the configuration's; zero for none.
  public var deadline: Duration? {
    get { values.deadline }
    set { change { $0.deadline = newValue } }
  }

  /// The most bytes of body, instead of the configuration's.
  public var maxBodyBytes: Int? {
    get { values.maxBodyBytes }
    set { change { $0.maxBodyBytes = newValue } }
  }
}
