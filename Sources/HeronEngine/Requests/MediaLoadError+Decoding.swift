extension MediaLoadError {
  /// The failure of a decoder as the failure of a load; `source` is the origin, or the file.
  package init(_ failure: ImageDecodingError, from source: String) {
    switch failure {
    case .truncated(let offset):
      self.init(.truncated, "The picture from \(source) ends early, at byte \(offset).")
      self.offset = Int64(offset)
    case .corrupt(let message, let offset):
      let place = offset.map { " at byte \($0)" } ?? ""
      self.init(.corrupt, "The picture from \(source) is corrupt\(place): \(message)")
      self.offset = offset.map(Int64.init)
    case .notAnImage:
      self.init(.notAnImage, "What came from \(source) is not a picture.")
    case .unsupported(let format):
      self.init(.unsupportedFormat, "The picture from \(source) is a \(format.rawValue), which no decoder here takes.")
    case .overLimit(let limit, let most, let value):
      let message = "The picture from \(source) has \(value) \(limit.unit), more than --\(limit.flag) \(most) allows."
      self.init(.tooManyPixels, message)
      self.limit = Limit(limit.flag, limit: Int64(most), value: Int64(value))
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
