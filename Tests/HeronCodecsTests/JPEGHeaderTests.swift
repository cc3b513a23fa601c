import HeronCodecs
import HeronEngine
import Testing

#if JPEG
  @Suite struct `The size of a JPEG` {
    private static let start: [UInt8] = [0xFF, 0xD8]
    private static let application: [UInt8] = [0xFF, 0xE0, 0, 4, 1, 2]
    private static let frame: [UInt8] = [0xFF, 0xC2, 0, 11, 8, 1, 2, 3, 4, 1, 1, 0x11, 0]

    private static func header(_ bytes: [UInt8]) throws -> ImageHeader? {
      try bytes.withUnsafeBytes { try JPEGDecoder().header(in: $0) }
    }

    @Test(arguments: [
      start + frame, start + application + frame, start + [0xFF, 0xFF] + frame, start + [7, 0xFF, 0, 9] + frame,
      start + [0xFF, 0x01] + [0xFF, 0xC4, 0, 2] + frame,
    ])
    func `is in the first frame header, whatever stands before it`(bytes: [UInt8]) throws {
      #expect(try Self.header(bytes) == ImageHeader(format: .jpeg, width: 0x0304, height: 0x0102))
    }

    @Test func `is not known before the header is there`() throws {
      let whole = Self.start + Self.application + Self.frame
      for count in 0..<whole.count - 4 { #expect(try Self.header(Array(whole[..<count])) == nil, "\(count)") }
    }

    @Test(arguments: [
      [0xFF, 0xD9], start + [0xFF, 0xDA, 0, 4, 1, 2], start + [0xFF, 0xD9], start + [0xFF, 0xE0, 0, 1],
      start + [0xFF, 0xC0, 0, 7, 8, 0, 1, 0, 1], start + [0xFF, 0xC0, 0, 11, 8, 0, 0, 0, 1, 1, 1, 0x11, 0],
    ])
    func `is refused where no valid file goes on like that`(bytes: [UInt8]) {
      #expect(throws: ImageDecodingError.self) { try Self.header(bytes) }
    }
  }
#endif
