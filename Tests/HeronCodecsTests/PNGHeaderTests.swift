import HeronCodecs
import HeronEngine
import Testing

struct PNGHeaderTests {
  private func header(in bytes: [UInt8]) throws(ImageDecodingError) -> ImageHeader? {
    try bytes.span.bytes.withUnsafeBytes { (prefix) throws(ImageDecodingError) in try PNGDecoder().header(in: prefix) }
  }

  private func isCorrupt(_ bytes: [UInt8], at offset: Int) -> Bool {
    do throws(ImageDecodingError) {
      _ = try header(in: bytes)
      return false
    } catch {
      guard case .corrupt(_, let found) = error else { return false }
      return found == offset
    }
  }

  @Test func `the size is known from 33 bytes on and not before`() throws {
    let bytes = HandmadePNG(width: 640, height: 480).adding("IEND").bytes
    for count in 0..<33 { #expect(try header(in: Array(bytes.prefix(count))) == nil) }
    for count in 33...bytes.count {
      #expect(try header(in: Array(bytes.prefix(count))) == ImageHeader(format: .png, width: 640, height: 480))
    }
  }

  @Test func `a wrong byte of the signature is found as soon as it is there`() {
    let bytes = HandmadePNG(width: 1, height: 1).bytes
    for offset in 0..<16 {
      var wrong = Array(bytes.prefix(offset + 1))
      wrong[offset] ^= 0x20
      #expect(isCorrupt(wrong, at: offset))
    }
  }

  @Test(arguments: [0, 0x8000_0000, 0xFFFF_FFFF] as [UInt32])
  func `no side is zero or beyond 31 bits`(side: UInt32) {
    #expect(isCorrupt(HandmadePNG(width: side, height: 1).bytes, at: 16))
    #expect(isCorrupt(HandmadePNG(width: 1, height: side).bytes, at: 20))
  }

  @Test func `only the fifteen pairs of colour type and depth are PNG`() throws {
    var valid = 0
    for colourType in UInt8.min...7 {
      for depth in UInt8.min...17 {
        let bytes = HandmadePNG(width: 1, height: 1, depth: depth, colourType: colourType).bytes
        if !isCorrupt(bytes, at: 24) { valid += 1 }
      }
    }
    #expect(valid == 15)
  }

  @Test func `an unknown interlace method is corrupt`() {
    #expect(isCorrupt(HandmadePNG(width: 1, height: 1, interlace: 2).bytes, at: 26))
  }
}
