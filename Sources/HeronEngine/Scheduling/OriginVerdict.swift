/// What the end of an attempt says about its origin.
enum OriginVerdict: UInt8, Sendable, Hashable {
  /// It served.
  case success
  /// It answered, and the answer is about the media or the request.
  case neutral
  /// It answered that it is in trouble.
  case statusFailure
  /// It did not answer properly.
  case transportFailure
  /// Nothing: the attempt ended on our own side.
  case unknown

  /// The verdict of a failed attempt.
  init(_ outcome: AttemptOutcome) {
    switch outcome {
    case .response(let head):
      switch head.status {
      case 408, 425, 429, 500...599: self = .statusFailure
      default: self = .neutral
      }
    case .transport(let error): self.init(error.failure)
    case .decoding, .rangeMismatch: self = .neutral
    case .limit(let error): self = error.kind.isAboutAnswer ? .neutral : .unknown
    }
  }

  private init(_ failure: TransportError.Failure) {
    switch failure {
    case .nameResolution, .connectionRefused, .tlsHandshake, .connectTimeout, .timeout, .emptyReply, .sendFailed,
      .receiveFailed, .protocolError, .partialBody, .badResponse:
      self = .transportFailure
    // These come from a server that is there and answers.
    case .certificate, .streamRefused, .badContentEncoding, .rangeRefused, .headersTooLarge: self = .neutral
    case .addressRefused, .noConnection, .badRequest, .stopped, .transportFailed: self = .unknown
    }
  }
}

extension MediaLoadError.Kind {
  /// Whether one of our own limits was hit by what the origin sent, rather than before anything was sent.
  fileprivate var isAboutAnswer: Bool {
    switch self {
    case .tooLarge, .tooManyPixels, .notAnImage, .unsupportedFormat, .corrupt, .redirect, .truncated, .httpStatus: true
    default: false
    }
  }
}
