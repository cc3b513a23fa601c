import HeronCodecs
import HeronEngine
import Testing

struct PNGEncoderTests {
  /// A picture whose every byte differs from its neighbours, the same each time.
  private func picture(width: Int, height: Int) -> Image {
    var state = UInt64(width * 31 + height)
    let pixels = (0..<width * height * 4).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    return Image(width: width, height: height, format: .png, pixels: pixels)
  }

  @Test func `what is encoded decodes to the same pixels, for every size up to nine`() throws {
    for width in 1...9 {
      for height in 1...9 {
        let image = picture(width: width, height: height)
        #expect(try PNGDecoder().decode(try PNGEncoder().encode(image), limits: DecodingLimits()) == image)
      }
    }
  }

  @Test(arguments: [(1, 4_096), (4_096, 1), (256, 256), (641, 479), (1_920, 1_080)])
  func `large pictures come back too`(width: Int, height: Int) throws {
    let image = picture(width: width, height: height)
    #expect(try PNGDecoder().decode(try PNGEncoder().encode(image), limits: DecodingLimits()) == image)
  }

  @Test func `the same pixels give the same bytes`() throws {
    let image = picture(width: 40, height: 30)
    #expect(try PNGEncoder().encode(image) == PNGEncoder().encode(image))
  }

  @Test func `cut after any byte, a file is truncated and never a picture`() throws {
    let bytes = try PNGEncoder().encode(picture(width: 7, height: 5))
    for count in 0..<bytes.count {
      #expect(throws: ImageDecodingError.truncated(offset: count)) {
        try PNGDecoder().decode(Array(bytes.prefix(count)), limits: DecodingLimits())
      }
    }
  }

  @Test func `with any one byte changed, a file is refused or gives a picture of its size`() throws {
    let image = picture(width: 7, height: 5)
    let bytes = try PNGEncoder().encode(image)
    for offset in bytes.indices {
      var damaged = bytes
      damaged[offset] ^= 0x55
      guard let decoded = try? PNGDecoder().decode(damaged, limits: DecodingLimits()) else { continue }
      #expect(decoded == image, "byte \(offset)")
    }
  }

  @Test func `pixels that do not fit the size are refused`() {
    #expect(throws: PNGEncodingError.badSize(width: 2, height: 2, bytes: 15)) {
      try PNGEncoder().encode([UInt8](repeating: 0, count: 15), width: 2, height: 2)
    }
    #expect(throws: PNGEncodingError.badSize(width: 0, height: 0, bytes: 0)) {
      try PNGEncoder().encode([], width: 0, height: 0)
    }
    #expect(throws: PNGEncodingError.badSize(width: -1, height: -1, bytes: 4)) {
      try PNGEncoder().encode([0, 0, 0, 0], width: -1, height: -1)
    }
    #expect(throws: PNGEncodingError.badSize(width: .max, height: .max, bytes: 0)) {
      try PNGEncoder().encode([], width: .max, height: .max)
    }
  }
}
