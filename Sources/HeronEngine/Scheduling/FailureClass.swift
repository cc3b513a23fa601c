/// What kind of further attempt a failure is worth.
enum FailureClass: Sendable, Hashable {
  /// Another attempt after a wait; throttled where the origin says that it is overloaded.
  case retry(throttled: Bool)
  /// The same, but one only: it hardly ever helps twice.
  case retryOnce
  /// Another attempt at once, once, free: the server did nothing with this one.
  case atOnce
  /// Another attempt at once, once, free, from the first byte: resuming failed.
  case startOver
  /// Another attempt at once, once, on a connection of its own: this one leads to the wrong server.
  case freshConnection
  /// None: the same would come again.
  case fatal
}

extension FailureClass {
  /// Judges an outcome. `isResumed` tells whether the attempt asked for a part; `asksToWait` whether its response
  /// has a valid Retry-After.
  init(_ outcome: AttemptOutcome, isResumed: Bool, asksToWait: Bool) {
    switch outcome {
    case .response(let head): self.init(status: head.status, isResumed: isResumed, asksToWait: asksToWait)
    case .transport(let error): self.init(error.failure, isResumed: isResumed)
    case .decoding(.truncated): self = .retry(throttled: false)
    case .decoding: self = .fatal
    // A part that nobody asked for is no different from any other answer that brings no media.
    case .rangeMismatch: self = isResumed ? .startOver : .fatal
    case .limit: self = .fatal
    }
  }

  private init(status: Int, isResumed: Bool, asksToWait: Bool) {
    switch status {
    case 408, 425, 502, 504, 520...524: self = .retry(throttled: false)
    case 503: self = .retry(throttled: asksToWait)
    case 429, 509, 529: self = .retry(throttled: true)
    case 421: self = .freshConnection
    case 416: self = isResumed ? .startOver : .fatal
    case 501, 505...508, 510, 511: self = .fatal
    // What nobody has named is treated as 500 (RFC 9110 §15).
    case 500...599: self = .retryOnce
    default: self = .fatal
    }
  }

  private init(_ failure: TransportError.Failure, isResumed: Bool) {
    switch failure {
    case .timeout, .connectTimeout, .emptyReply, .sendFailed, .receiveFailed, .protocolError, .partialBody:
      self = .retry(throttled: false)
    case .nameResolution, .connectionRefused: self = .retry(throttled: false)
    case .streamRefused, .noConnection: self = .atOnce
    case .tlsHandshake, .badContentEncoding: self = .retryOnce
    case .rangeRefused: self = isResumed ? .startOver : .fatal
    case .addressRefused, .certificate, .badRequest, .badResponse, .headersTooLarge: self = .fatal
    // The loader stops an attempt only when it has no more use for its outcome, or gives a limit as the outcome.
    case .stopped, .transportFailed: self = .fatal
    }
  }
}
