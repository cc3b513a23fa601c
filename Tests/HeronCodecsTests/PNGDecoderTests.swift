import HeronCodecs
import HeronEngine
import Testing

struct PNGDecoderTests {
  /// One red pixel, half transparent, behind its filter byte.
  private let row: [UInt8] = [0, 255, 0, 0, 128]

  private var onePixel: HandmadePNG { HandmadePNG(width: 1, height: 1) }

  private func decode(
    _ png: HandmadePNG, limits: DecodingLimits = DecodingLimits()
  ) throws(ImageDecodingError) -> Image {
    try PNGDecoder().decode(png.bytes, limits: limits)
  }

  private func failure(_ png: HandmadePNG) -> ImageDecodingError? {
    do throws(ImageDecodingError) {
      _ = try decode(png)
      return nil
    } catch {
      return error
    }
  }

  private func isCorrupt(_ png: HandmadePNG, saying text: String) -> Bool {
    guard case .corrupt(let message, let offset)? = failure(png) else { return false }
    return message.contains(text) && offset != nil
  }

  @Test func `straight alpha comes out as it is stored`() throws {
    let png = onePixel.adding("IDAT", HandmadePNG.stored(row)).adding("IEND")
    #expect(try decode(png) == Image(width: 1, height: 1, format: .png, pixels: [255, 0, 0, 128]))
  }

  @Test func `of 16 bits the high byte is kept, not rounded`() throws {
    let png = HandmadePNG(width: 1, height: 1, depth: 16, colourType: 2)
      .adding("IDAT", HandmadePNG.stored([0, 0x12, 0xFF, 0x80, 0x00, 0x00, 0xFF])).adding("IEND")
    #expect(try decode(png).pixels == [0x12, 0x80, 0x00, 255])
  }

  @Test func `grey of two bits is scaled to the whole range`() throws {
    let png = HandmadePNG(width: 4, height: 1, depth: 2, colourType: 0)
      .adding("IDAT", HandmadePNG.stored([0, 0b00_01_10_11])).adding("IEND")
    #expect(try decode(png).pixels == [0, 85, 170, 255].flatMap { [$0, $0, $0, 255] })
  }

  @Test func `a palette is looked up with its transparency, and an index outside it is black`() throws {
    let png = HandmadePNG(width: 3, height: 1, depth: 8, colourType: 3)
      .adding("PLTE", [1, 2, 3, 4, 5, 6]).adding("tRNS", [7])
      .adding("IDAT", HandmadePNG.stored([0, 0, 1, 200])).adding("IEND")
    #expect(try decode(png).pixels == [1, 2, 3, 7, 4, 5, 6, 255, 0, 0, 0, 255])
  }

  @Test func `gamma and background change nothing`() throws {
    let png = onePixel.adding("gAMA", HandmadePNG.bigEndian(100_000)).adding("bKGD", [0, 9, 0, 9, 0, 9])
      .adding("IDAT", HandmadePNG.stored(row)).adding("IEND")
    #expect(try decode(png).pixels == [255, 0, 0, 128])
  }

  @Test func `a wrong checksum over the pixels is an error`() {
    let stream = HandmadePNG.stored(row)
    let wrongChunk = onePixel.adding("IDAT", stream, checksumIsWrong: true).adding("IEND")
    #expect(isCorrupt(wrongChunk, saying: "IDAT: CRC error"))
    let wrongStream = onePixel.adding("IDAT", HandmadePNG.stored(row, checksumIsWrong: true)).adding("IEND")
    #expect(isCorrupt(wrongStream, saying: "incorrect data check"))
  }

  @Test func `a wrong checksum over the transparency is an error, over a text it is overlooked`() throws {
    let palette = HandmadePNG(width: 1, height: 1, depth: 8, colourType: 3).adding("PLTE", [1, 2, 3])
    let pixels = HandmadePNG.stored([0, 0])
    let opaque = palette.adding("tRNS", [7], checksumIsWrong: true).adding("IDAT", pixels).adding("IEND")
    #expect(isCorrupt(opaque, saying: "tRNS: CRC error"))
    let titled = palette.adding("tEXt", Array("Title\0x".utf8), checksumIsWrong: true)
      .adding("IDAT", pixels).adding("IEND")
    #expect(try decode(titled).pixels == [1, 2, 3, 255])
  }

  @Test func `bytes left over behind the picture are overlooked`() throws {
    let stream = HandmadePNG.stored(row)
    let inChunk = onePixel.adding("IDAT", stream + [1, 2, 3]).adding("IEND")
    let inStream = onePixel.adding("IDAT", HandmadePNG.stored(row + [1, 2, 3])).adding("IEND")
    let anotherChunk = onePixel.adding("IDAT", stream).adding("IDAT", [1, 2, 3]).adding("IEND")
    let afterEnd = onePixel.adding("IDAT", stream).adding("IEND").adding("IDAT", [1])
    for png in [inChunk, inStream, anotherChunk, afterEnd] {
      #expect(try decode(png).pixels == [255, 0, 0, 128])
    }
  }

  @Test func `a stream that ends before the pixels do is corrupt`() {
    #expect(isCorrupt(onePixel.adding("IDAT", HandmadePNG.stored([0, 255])).adding("IEND"), saying: "Not enough"))
    #expect(isCorrupt(onePixel.adding("IEND"), saying: "IEND"))
  }

  @Test func `a file without its end is truncated, though its pixels are there`() {
    let png = onePixel.adding("IDAT", HandmadePNG.stored(row))
    #expect(failure(png) == .truncated(offset: png.bytes.count))
  }

  @Test func `limits are held against the header before the rest is looked at`() {
    let png = HandmadePNG(width: 100, height: 50)
    var limits = DecodingLimits()
    limits.maxPixels = 4_999
    #expect(throws: ImageDecodingError.overLimit(.pixels, limit: 4_999, value: 5_000)) {
      try decode(png, limits: limits)
    }
    limits = DecodingLimits()
    limits.maxDecodedBytes = 19_999
    #expect(throws: ImageDecodingError.overLimit(.decodedBytes, limit: 19_999, value: 20_000)) {
      try decode(png, limits: limits)
    }
    let largest = HandmadePNG(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF)
    #expect(throws: ImageDecodingError.overLimit(.side, limit: 32_768, value: 0x7FFF_FFFF)) { try decode(largest) }
  }
}
