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
      let image = try picture(bytes, path)
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
      let message = "The file has more bytes than --max-body \(FlagText.text(bytes: limits.maxBodyBytes)) allows."
      var error = MediaLoadError(.tooLarge, message)
      error.limit = MediaLoadError.Limit("max-body", limit: Int64(limits.maxBodyBytes), value: Int64(bytes.count))
      throw error
    }
    return bytes
  }

  private func picture(_ bytes: [UInt8], _ path: String) throws(MediaLoadError) -> Image {
    do {
      return try ImageDecoders.all.decode(bytes, limits: limits.decoding)
    } catch {
      throw MediaLoadError(error, from: path)
    }
  }
}
