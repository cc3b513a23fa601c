extension AttemptOutcome {
  /// The outcome as the error that a load fails with: what happened, where, and what to do about it.
  func error(origin: String, attempts: Int) -> MediaLoadError {
    var error: MediaLoadError
    switch self {
    case .response(let head): error = Self.error(head, origin: origin)
    case .transport(let failure): error = Self.error(failure, origin: origin)
    case .decoding(let failure): error = MediaLoadError(failure, from: origin)
    case .rangeMismatch:
      let message = "\(origin) answered with another part of the file than the one asked for."
      error = MediaLoadError(.protocol, message)
      error.status = 206
    case .limit(let limit):
      error = limit
    }
    if error.origin.isEmpty { error.origin = origin }
    error.attempts = attempts
    return error
  }

  private static func error(_ head: ResponseHead, origin: String) -> MediaLoadError {
    let status = head.status
    var error =
      switch status {
      case 301, 302, 303, 307, 308:
        MediaLoadError(.redirect, "\(origin) answered \(status) without a place to go to.")
      case 206, 304:
        MediaLoadError(.protocol, "\(origin) answered \(status), which was not asked for.")
      case 407:
        MediaLoadError(.httpStatus, "The proxy on the way to \(origin) answered 407: it asks for credentials.")
      case 401, 403:
        MediaLoadError(.httpStatus, "\(origin) answered \(status): check the request's credentials.")
      case 404, 410:
        MediaLoadError(.httpStatus, "\(origin) answered \(status): there is no such media; check the URL.")
      case 408, 425, 429, 500...599:
        MediaLoadError(.httpStatus, "\(origin) answered \(status): it is in trouble or overloaded; try again later.")
      default:
        MediaLoadError(.httpStatus, "\(origin) answered \(status), which brings no media.")
      }
    error.status = status
    return error
  }

  private static func error(_ failure: TransportError, origin: String) -> MediaLoadError {
    let detail = failure.message.isEmpty ? "" : " (\(failure.message))"
    var error = MediaLoadError(failure.failure.kind, "\(failure.failure.sentence(about: origin))\(detail).")
    error.code = failure.code
    error.phase = failure.phase
    if failure.bytesReceived > 0 { error.offset = failure.bytesReceived }
    return error
  }
}
