import Heron
import HeronCodecs

/// Decodes files within limits, as the loader decodes bodies.
struct FileDecoder {
  var limits: SizeLimits

  func decode(_ path: String, index: Int) -> (LoadResult, Image?) {
    let clock = ContinuousClock()
    let began = clock.now
    var (result, image) = attempt(path, index)
    result.elapsed = clock.now - began
    return (result, image)
  }

  private func attempt(_ path: String, _ index: Int) -> (LoadResult, Image?) {
    do {
      let bytes = try read(path)
      let image = try picture(bytes)
      return (LoadResult(index, file: path, image: image, bytes: bytes.count), image)
    } catch {
      return (LoadResult(index, url: path, error: error), nil)
    }
  }

  private func read(_ path: String) throws(MediaLoadError) -> [UInt8] {
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.read(path: path, limit: limits.maxBodyBytes)
    } catch {
      throw MediaLoadError(.internal, "\(error)")
    }
    guard bytes.count <= limits.maxBodyBytes else {
      let message = "The file has more bytes than --max-body \(limits.maxBodyBytes)B allows."
      throw Self.overLimit(.tooLarge, message, "max-body", limits.maxBodyBytes, bytes.count)
    }
    return bytes
  }

  private func picture(_ bytes: [UInt8]) throws(MediaLoadError) -> Image {
    do {
      return try ImageDecoders.all.decode(bytes, limits: limits.decoding)
    } catch {
      throw Self.error(error)
    }
  }

  private static func error(_ failure: ImageDecodingError) -> MediaLoadError {
    switch failure {
    case .truncated(let offset):
      var error = MediaLoadError(.truncated, "The picture ends early, at byte \(offset).")
      error.offset = Int64(offset)
      return error
    case .corrupt(let message, let offset):
      var error = MediaLoadError(.corrupt, "The picture is corrupt\(offset.map { " at byte \($0)" } ?? ""): \(message)")
      error.offset = offset.map(Int64.init)
      return error
    case .notAnImage: return MediaLoadError(.notAnImage, "The file is not a picture.")
    case .unsupported(let format):
      return MediaLoadError(.unsupportedFormat, "The picture is a \(format.rawValue), which no decoder here takes.")
    case .overLimit(let limit, let most, let value):
      let message = "The picture has \(value) \(limit.unit), more than --\(limit.flag) \(most) allows."
      return overLimit(.tooManyPixels, message, limit.flag, most, value)
    }
  }

  private static func overLimit(
    _ kind: MediaLoadError.Kind, _ message: String, _ flag: String, _ limit: Int, _ value: Int
  ) -> MediaLoadError {
    var error = MediaLoadError(kind, message)
    error.limit = MediaLoadError.Limit(flag, limit: Int64(limit), value: Int64(value))
    return error
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
