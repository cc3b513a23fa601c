/// What a load brought. Immutable, and shared by all who wanted it and the memory cache.
public final class LoadedMedia: Sendable {
  /// Where the media came from.
  public enum Source: String, Sendable, Hashable {
    /// Fetched.
    case network
    /// The memory cache.
    case memory
    /// The disk cache.
    case disk
    /// The disk cache, after the server said that it still holds.
    case revalidated
    /// The disk cache, past its freshness but inside what the server permits.
    case stale
  }

  /// The picture; nil where raw media was asked for.
  public let image: Image?
  /// The body as received; nil for a picture unless the request keeps it.
  public let body: [UInt8]?
  /// Status and header fields of the response that brought it.
  public let response: ResponseHead
  /// The URL that it came from: the request's, or one of its fallbacks.
  public let url: String
  /// The URL that answered: `url`, or where its redirects led.
  public let responseURL: String
  /// Where it came from.
  public let source: Source
  /// How the load went.
  public let trace: LoadTrace

  /// Media.
  public init(
    image: Image?, body: [UInt8]?, response: ResponseHead, url: String, responseURL: String? = nil, source: Source,
    trace: LoadTrace
  ) {
    self.image = image
    self.body = body
    self.response = response
    self.url = url
    self.responseURL = responseURL ?? url
    self.source = source
    self.trace = trace
  }
}

/// How a load went, phase by phase.
public struct LoadTrace: Sendable, Hashable {
  /// In line for a slot, over all attempts: admission waits, not backoff.
  public var waited: Duration = .zero
  /// Between attempts, as the retry policy decided.
  public var backedOff: Duration = .zero
  /// From the first attempt's start to the last byte, backoff included.
  public var fetched: Duration = .zero
  /// In the decoder.
  public var decoded: Duration = .zero
  /// Redirects followed, over all attempts.
  public var redirects: Int = 0
  /// Attempts made.
  public var attempts: Int = 0
  /// Bytes of body received over all attempts.
  public var bytesReceived: Int64 = 0
  /// Bytes that a resumed attempt did not have to fetch again.
  public var bytesResumed: Int64 = 0
  /// What the transport measured of the last attempt.
  public var transport = TransportMetrics()

  /// A trace of nothing yet.
  public init() {}
}
