import Crypto
import HeronCodecs
import HeronEngine
import Testing

@Suite(.enabled(if: corpus != nil, "HERON_CORPUS is not set"))
struct PNGCorpusTests {
  @Test func `every file of PngSuite decodes to its golden pixels or is refused`() throws {
    try examine("png-suite", try CorpusFile.all(in: "png-suite"), problem: problem)
  }

  @Test func `no damaged file crashes, and each gives the same result every time`() throws {
    try examine("png-corrupt", try CorpusFile.all(in: "png-corrupt"), problem: problem)
  }

  @Test func `odd but valid files decode to their pixels`() throws {
    try examine("png-extra", try CorpusFile.all(in: "png-extra"), problem: problem)
  }

  @Test func `an animated file decodes to its default image`() throws {
    try examine("apng", try CorpusFile.all(in: "apng"), problem: problem)
  }

  @Test func `hostile files are refused by the limit that they break, with its value`() throws {
    let files = try CorpusFile.all(in: "hostile").filter { $0.format == "PNG" }
    var overLimit = 0
    try examine("hostile (PNG)", files) { file in
      if let problem = try problem(with: file) { return problem }
      guard let width = file.width, let height = file.height, max(width, height) > DecodingLimits().maxSide
      else { return nil }
      switch decoded(try file.read()) {
      case .success: return "decoded, although \(width) × \(height)"
      case .failure(.overLimit(.side, limit: DecodingLimits().maxSide, value: max(width, height))): overLimit += 1
      case .failure(.corrupt(_, let offset)) where (offset ?? .max) < 33: break
      case .failure(let error): return "\(error)"
      }
      return nil
    }
    #expect(overLimit > 0)
  }

  private func problem(with file: CorpusFile) throws -> String? {
    let bytes = try file.read()
    let result = decoded(bytes)
    guard result == decoded(bytes) else { return "decoding twice gave two results" }
    switch (file.expectation, result) {
    case (.error, .failure), (.either, .failure): return nil
    case (.error, .success): return "decoded, although damaged"
    case (.ok, .failure(let error)), (.partial, .failure(let error)): return "\(error)"
    case (_, .success(let image)):
      guard image.width == file.width, image.height == file.height else {
        return "\(image.width) × \(image.height)"
      }
      guard file.expectation == .ok, let digest = file.digest else { return nil }
      let found = SHA256.hash(data: image.pixels).map { hexadecimal($0) }.joined()
      return found == digest ? nil : "other pixels"
    }
  }

  private func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

  private func decoded(_ bytes: [UInt8]) -> Result<Image, ImageDecodingError> {
    Result { () throws(ImageDecodingError) in try ImageDecoders.all.decode(bytes, limits: DecodingLimits()) }
  }
}
