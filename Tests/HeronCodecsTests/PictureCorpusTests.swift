import HeronCodecs
import HeronEngine
import Testing

/// Folders of pictures whose decoders may round differently, held against others' by their means.
@Suite(.enabled(if: corpus != nil, "HERON_CORPUS is not set"))
struct PictureCorpusTests {
  @Test(arguments: ["jpeg", "webp", "exif-orientation"])
  func `every valid file decodes to the picture that others see`(folder: String) throws {
    let fingerprints = try Fingerprint.all(in: folder)
    try examine(folder, try CorpusFile.all(in: folder)) { file in
      let result = decoded(try file.read())
      switch (file.expectation, result) {
      case (.either, .failure), (.error, .failure): return nil
      case (_, .failure(let error)): return "\(error)"
      case (.error, .success): return "decoded, although damaged"
      case (_, .success(let image)):
        // Of a preview others make another one: libjpeg smooths it, each version in its way.
        guard file.expectation == .ok, let fingerprint = fingerprints[file.name] else { return nil }
        guard image.width == fingerprint.width, image.height == fingerprint.height else {
          return "\(image.width) × \(image.height)"
        }
        let distance = fingerprint.distance(to: image)
        return distance.map { $0 <= Fingerprint.tolerance } == true ? nil : "off by \(distance ?? -1)"
      }
    }
  }

  @Test(arguments: ["jpeg-corrupt", "webp-corrupt"])
  func `no damaged file crashes, and each gives the same result every time`(folder: String) throws {
    try examine(folder, try CorpusFile.all(in: folder)) { file in
      let bytes = try file.read()
      let result = decoded(bytes)
      guard result == decoded(bytes) else { return "decoding twice gave two results" }
      switch (file.expectation, result) {
      case (.ok, .failure(let error)): return "\(error)"
      case (.error, .success): return "decoded, although damaged"
      case (_, .success(let image)) where image.width != file.width || image.height != file.height:
        return "\(image.width) × \(image.height)"
      default: return nil
      }
    }
  }

  @Test(arguments: [
    ("jpeg", "320x240.jpg"), ("jpeg", "peacock.progressive.jpeg"), ("jpeg", "peacock.default.jpeg"),
    ("webp", "alpha_filter_0_method_1.webp"), ("webp", "alpha_color_cache.webp"),
  ])
  func `a file that is cut off anywhere is truncated, and never a picture`(folder: String, name: String) throws {
    let file = try #require(try CorpusFile.all(in: folder).first { $0.name == name })
    let bytes = try file.read()
    for count in stride(from: 4, to: bytes.count - 2, by: max(1, bytes.count / 97)) {
      switch decoded(Array(bytes[..<count])) {
      case .success: Issue.record("\(count) of \(bytes.count) bytes gave a picture")
      case .failure(.truncated): break
      case .failure(let error): Issue.record("\(count) bytes: \(error)")
      }
    }
  }

  private func decoded(_ bytes: [UInt8]) -> Result<Image, ImageDecodingError> {
    Result { () throws(ImageDecodingError) in try ImageDecoders.all.decode(bytes, limits: DecodingLimits()) }
  }
}
