extension AttemptOutcome {
  /// The outcome as the error that a load fails with: what happened, where, and what to do about it.
  func error(origin: String, attempts: Int) -> MediaLoadError {
    var error: MediaLoadError
    switch self {
    case .response(let head): error = Self.error(head, origin: origin)
    case .transport(let failure): error = Self.error(failure, origin: origin)
    case .decoding(let failure): error = Self.error(failure, origin: origin)
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
        MediaLoadError(.redirect, "\(origin) answered \(status)\(destination(of: head)).")
      case 206, 304:
        MediaLoadError(.protocol, "\(origin) answered \(status), which was not asked for.")
      case 401, 403, 407:
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

  private static func destination(of head: ResponseHead) -> String {
    guard let location = head.headers["Location"] else { return " without a place to go to" }
    return ": the media is at \(location.prefix(200)), and redirects are not followed; ask for that URL"
  }

  private static func error(_ failure: TransportError, origin: String) -> MediaLoadError {
    let detail = failure.message.isEmpty ? "" : " (\(failure.message))"
    var error = MediaLoadError(failure.failure.kind, "\(failure.failure.sentence(about: origin))\(detail).")
    error.code = failure.code
    if failure.bytesReceived > 0 { error.offset = failure.bytesReceived }
    return error
  }

  private static func error(_ failure: ImageDecodingError, origin: String) -> MediaLoadError {
    switch failure {
    case .truncated(let offset):
      var error = MediaLoadError(.truncated, "The picture from \(origin) ends early, at byte \(offset).")
      error.offset = Int64(offset)
      return error
    case .corrupt(let message, let offset):
      let place = offset.map { " at byte \($0)" } ?? ""
      var error = MediaLoadError(.corrupt, "The picture from \(origin) is corrupt\(place): \(message)")
      error.offset = offset.map(Int64.init)
      return error
    case .notAnImage:
      return MediaLoadError(.notAnImage, "What \(origin) sent is not a picture; check the URL.")
    case .unsupported(let format):
      let message = "The picture from \(origin) is a \(format.rawValue), which no decoder here takes."
      return MediaLoadError(.unsupportedFormat, message)
    case .overLimit(let limit, let most, let value):
      let message = "The picture from \(origin) has \(value) \(limit.unit), more than --\(limit.flag) \(most) allows."
      var error = MediaLoadError(.tooManyPixels, message)
      error.limit = MediaLoadError.Limit(limit.flag, limit: Int64(most), value: Int64(value))
      return error
    }
  }
}

extension ImageDecodingError.Limit {
  fileprivate var flag: String {
    switch self {
    case .pixels: "max-pixels"
    case .side: "max-side"
    case .decodedBytes: "max-decoded-bytes"
    }
  }

  fileprivate var unit: String {
    switch self {
    case .pixels: "pixels"
    case .side: "pixels on its longer side"
    case .decodedBytes: "bytes when decoded"
    }
  }
}
