/// One request that went out, and what became of it: an attempt, or one hop of it.
public struct AttemptReport: Sendable, Hashable {
  /// How it ended.
  public enum Outcome: Sendable, Hashable {
    /// It brought media.
    case served
    /// It led elsewhere.
    case redirected
    /// It failed.
    case failed(MediaLoadError)
    /// Nobody wanted it any more.
    case cancelled

    /// One word for it.
    public var name: String {
      switch self {
      case .served: "served"
      case .redirected: "redirected"
      case .failed: "failed"
      case .cancelled: "cancelled"
      }
    }
  }

  /// The URL of the load.
  public var url: String
  /// The URL that was asked, which a redirect may have led to.
  public var requestURL: String
  /// The number of the attempt, from 1; a redirect is followed under the same number.
  public var attempt: Int
  /// The redirects followed before it in this attempt.
  public var redirects: Int
  /// How it ended.
  public var outcome: Outcome
  /// Status and version, where a response began.
  public var head: ResponseHead?
  /// On the loader's clock, in nanoseconds since a moment of its choice.
  public var started: Int64
  /// The same, when it ended.
  public var ended: Int64
  /// Whether it asked for the rest of what an earlier one had begun.
  public var isResumed: Bool
  /// Bytes of body received, after content decoding.
  public var bytesReceived: Int64
  /// What the transport measured.
  public var metrics: TransportMetrics
}
