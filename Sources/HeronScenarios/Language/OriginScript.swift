/// What a body is, beside its size.
public enum ScriptedPicture: String, Sendable, Hashable, CaseIterable {
  /// A picture.
  case good
  /// One that breaks its format's rules.
  case corrupt
  /// One whose file ends early, though the transfer does not.
  case cut
  /// A page of HTML, as a captive portal serves it.
  case html
  /// One with more pixels than any limit allows.
  case bomb
}

/// What goes wrong with a reply.
public enum ReplyFault: String, Sendable, Hashable, CaseIterable {
  /// Nothing.
  case none
  /// The connection is reset.
  case reset
  /// Nothing more comes.
  case stall
  /// The connection is closed before the end.
  case truncate
  /// The body comes slowly.
  case trickle
  /// No answer comes at all.
  case silence
  /// The connection is closed without an answer.
  case close
  /// The headers are over any limit.
  case headers
  /// What comes is not HTTP.
  case garbage
  /// The body says that it is compressed, and grows over any limit.
  case bomb

  /// Whether it happens after some of the body.
  var hasPlace: Bool { self == .reset || self == .stall || self == .truncate }
}

/// A reply as a script has it.
public struct ReplySpecification: Sendable, Hashable {
  /// After how much of the body a fault happens.
  public enum Place: Sendable, Hashable {
    /// So many bytes.
    case bytes(Int)
    /// Such a part of them.
    case share(Double)

    /// In bytes of a body of that size.
    func bytes(of size: Int) -> Int {
      switch self {
      case .bytes(let count): min(count, size)
      case .share(let share): Int((Double(size) * share).rounded())
      }
    }
  }

  /// Which validator the reply has.
  public enum EntityTag: String, Sendable, Hashable {
    /// A strong one.
    case strong
    /// A weak one.
    case weak
    /// None.
    case none
    /// A strong one that is another each time, and another body with it.
    case flips
  }

  /// What becomes of a request for a part.
  public enum Ranges: String, Sendable, Hashable {
    /// It is served.
    case honoured
    /// The whole is served.
    case ignored
    /// Another part is served than was asked for.
    case wrong
  }

  /// What is said of the body's length.
  public enum Length: String, Sendable, Hashable {
    /// The truth.
    case exact
    /// More than there is.
    case long
    /// Less than there is.
    case short
    /// Nothing: the body ends with the connection.
    case absent
    /// Nothing: the body comes in chunks.
    case chunked
  }

  /// The status.
  public var status = 200
  /// How long a worker takes for it, drawn from these.
  public var latency: ClosedRange<Duration> = .zero ... .zero
  /// How many bytes the body has, drawn from these for each URL.
  public var body: ClosedRange<Int> = 20 << 10...20 << 10
  /// What the body is.
  public var picture = ScriptedPicture.good
  /// Retry-After, in the script's words.
  public var retryAfter: String?
  /// The validator.
  public var entityTag = EntityTag.strong
  /// What becomes of ranges.
  public var ranges = Ranges.honoured
  /// What is said of the length.
  public var length = Length.exact
  /// Where a redirect leads.
  public var location: String?
  /// What goes wrong.
  public var fault = ReplyFault.none
  /// When it goes wrong.
  public var place = Place.share(0.5)
  /// Bytes per second of a trickle.
  public var rate = 1000
}

/// An origin as a script has it.
public struct OriginScript: Sendable, Hashable {
  /// What becomes of a connection.
  public enum Connecting: String, Sendable, Hashable, CaseIterable {
    /// It opens.
    case works = "ok"
    /// It is refused.
    case isRefused = "refuse"
    /// Nothing answers.
    case hangs = "hang"
    /// The name is not resolved.
    case hasNoName = "no-name"
    /// TLS is not agreed.
    case failsTLS = "bad-tls"
    /// The certificate is not one to be trusted.
    case hasBadCertificate = "bad-certificate"
  }

  /// A reply that is drawn for a share of the requests.
  public struct Lot: Sendable, Hashable {
    /// Of how many.
    public var share: Double
    /// The reply.
    public var reply: ReplySpecification
  }

  /// Whether it speaks HTTP/2.
  public var isMultiplexed = false
  /// Whether it has TLS.
  public var isSecure = false
  /// How many requests it works on at a time; nil: any number.
  public var workers: Int?
  /// What becomes of a connection.
  public var connecting = Connecting.works
  /// Replies to a URL in turn, the last one again and again; never empty.
  public var replies = [ReplySpecification()]
  /// The reply to each URL by its number, for as many as there are; the others have `replies`.
  public var numbered: [ReplySpecification] = []
  /// Replies drawn instead.
  public var lots: [Lot] = []

  /// All that it may reply.
  var everyReply: [ReplySpecification] { replies + numbered + lots.map(\.reply) }
}
