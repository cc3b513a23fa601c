import CPNG
public import HeronEngine

/// Why pixels gave no PNG.
public enum PNGEncodingError: Error, Sendable, Hashable {
  /// The bytes given are not width × height × 4, or a side is none that PNG can have (1 to 2³¹ − 1).
  case badSize(width: Int, height: Int, bytes: Int)
  /// libpng failed, which here means for want of memory.
  case failed(message: String)
}

/// Encodes straight RGBA8 pixels as PNG by libpng, with its default compression. Lossless: decoding gives the same
/// pixels.
public struct PNGEncoder: Sendable {
  /// An encoder.
  public init() {}

  /// Encodes a picture.
  public func encode(_ image: Image) throws(PNGEncodingError) -> [UInt8] {
    try encode(image.pixels, width: image.width, height: image.height)
  }

  /// Encodes `pixels`, four bytes each, rows from the top without padding.
  ///
  /// - Throws: `badSize` where they do not fit the size.
  public func encode(_ pixels: [UInt8], width: Int, height: Int) throws(PNGEncodingError) -> [UInt8] {
    let sides = 1...Int(Int32.max)
    guard sides.contains(width), sides.contains(height),
      case (let count, false) = (width * height).multipliedReportingOverflow(by: 4), count == pixels.count
    else { throw .badSize(width: width, height: height, bytes: pixels.count) }

    var sink = cpng_sink()
    var messages = cpng_messages()
    defer { cpng_free(&sink) }
    let written = pixels.withUnsafeBufferPointer {
      cpng_write(&sink, &messages, UInt32(width), UInt32(height), $0.baseAddress)
    }
    guard written else { throw .failed(message: messages.description) }
    return Array(UnsafeBufferPointer(start: sink.bytes, count: sink.size))
  }
}
