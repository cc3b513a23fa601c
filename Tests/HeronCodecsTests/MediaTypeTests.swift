import HeronCodecs
import HeronEngine
import Testing

struct MediaTypeTests {
  private func sniff(_ bytes: [UInt8]) -> ImageDecoders.SniffedFormat {
    bytes.withUnsafeBytes { MediaType.format(of: $0) }
  }

  private func sniff(_ text: String) -> ImageDecoders.SniffedFormat { sniff(Array(text.utf8)) }

  private static func fileType(_ major: String, _ compatible: String...) -> [UInt8] {
    [0, 0, 0, UInt8(16 + compatible.count * 4)] + Array("ftyp\(major)\0\0\0\0\(compatible.joined())".utf8)
  }

  private static let beginnings: [(ImageFormat, [UInt8])] = [
    (.png, HandmadePNG.signature),
    (.jpeg, [0xFF, 0xD8, 0xFF]),
    (.webp, Array("RIFF\u{1}\u{2}\u{3}\u{4}WEBP".utf8)),
    (.gif, Array("GIF87a".utf8)),
    (.gif, Array("GIF89a".utf8)),
    (.avif, Array(fileType("avif").prefix(12))),
    (.avif, fileType("mif1", "mif1", "avif")),
    (.heif, Array(fileType("heic").prefix(12))),
    (.heif, fileType("mif1", "miaf", "heix")),
    (.heif, fileType("mif1", "miaf")),
    (.jpegXL, [0xFF, 0x0A]),
    (.jpegXL, [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
    (.bmp, Array("BM".utf8)),
  ]

  @Test(arguments: beginnings)
  func `a signature is undecided while it comes in and a format from its last byte on`(
    format: ImageFormat, bytes: [UInt8]
  ) {
    for count in 0..<bytes.count { #expect(sniff(Array(bytes.prefix(count))) == .undecided, "\(count) bytes") }
    #expect(sniff(bytes) == .format(format))
    #expect(sniff(bytes + [1, 2, 3, 4, 5]) == .format(format))
  }

  @Test func `every format has a signature`() {
    #expect(Set(Self.beginnings.map(\.0)) == Set(ImageFormat.allCases))
  }

  @Test(arguments: ["<!DOCTYPE html>", "{\"error\": 404}", "GIF88a", "RIFF\u{1}\u{2}\u{3}\u{4}WAVE", "PNG", " ", "BA"])
  func `what no picture begins with is unknown`(text: String) {
    #expect(sniff(text) == .unknown)
  }

  @Test func `a film is no picture, once its brands are all there`() {
    let film = Self.fileType("isom", "iso2", "mp41")
    #expect(sniff(Array(film.dropLast())) == .undecided)
    #expect(sniff(film) == .unknown)
  }

  @Test func `a brand box of an impossible size is unknown`() {
    for size in [0, 15, 17] as [UInt8] { #expect(sniff([0, 0, 0, size] + Array("ftypavif".utf8)) == .unknown) }
  }

  @Test func `formats without a decoder are told apart from what is no picture`() {
    #expect(throws: ImageDecodingError.unsupported(.bmp)) {
      try ImageDecoders.all.decode(Array("BM\u{1}\u{2}\u{3}\u{4}".utf8), limits: DecodingLimits())
    }
    #expect(throws: ImageDecodingError.notAnImage) {
      try ImageDecoders.all.decode(Array("<html>".utf8), limits: DecodingLimits())
    }
  }

  @Test(.enabled(if: corpus != nil, "HERON_CORPUS is not set"))
  func `files are told apart as the corpus says`() throws {
    let names: [String: ImageFormat] = [
      "PNG": .png, "JPEG": .jpeg, "WEBP": .webp, "GIF": .gif, "AVIF": .avif, "BMP": .bmp,
    ]
    for folder in ["png-suite", "jpeg", "webp", "gif", "bmp", "modern-formats"] {
      let files = try CorpusFile.all(in: folder).filter { $0.expectation == .ok && names[$0.format] != nil }
      try examine("\(folder) (signatures)", files) { file in
        let sniffed = sniff(try file.read())
        return sniffed == names[file.format].map { .format($0) } ? nil : "\(sniffed)"
      }
    }
  }
}
