/// How an attempt ended that brought no media.
enum AttemptOutcome: Sendable, Hashable {
  /// A status that brings none.
  case response(ResponseHead)
  /// No complete response.
  case transport(TransportError)
  /// A complete body that is no picture.
  case decoding(ImageDecodingError)
  /// A partial response that is not the part which a resumed attempt asked for.
  case rangeMismatch
  /// One of our own limits or rules.
  case limit(MediaLoadError)

  /// The wait that the response asks for, where there is one; `now` is in seconds since 1970.
  func retryAfter(now: Int64) -> RetryAfter? {
    guard case .response(let head) = self else { return nil }
    return RetryAfter(head, now: now)
  }
}
