import CPNG
public import HeronEngine

/// Decodes PNG by libpng: every colour type, depth and interlacing; of an animation, the default image.
///
/// Transparency (tRNS) and palettes are applied; gamma, chromaticities, profiles and background are not; of 16 bits
/// the high byte is kept. A wrong checksum over anything shown is an error, over a chunk that is not shown it is
/// overlooked, and a file without its end is truncated even where all its pixels are there.
public struct PNGDecoder: ImageDecoder {
  /// PNG.
  public var format: ImageFormat { .png }

  /// A decoder.
  public init() {}

  /// Reads the size from the first 33 bytes.
  ///
  /// - Throws: `corrupt` for a wrong signature, a size of zero or beyond the format's, or an unknown pixel format.
  public func header(in prefix: UnsafeRawBufferPointer) throws(ImageDecodingError) -> ImageHeader? {
    try PNGHeader.parse(prefix)
  }

  /// Decodes the picture as straight RGBA8.
  public func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(ImageDecodingError) -> Image {
    let parsed = try bytes.span.bytes.withUnsafeBytes { (file) throws(ImageDecodingError) in try header(in: file) }
    guard let header = parsed else { throw .truncated(offset: bytes.count) }
    try limits.check(width: header.width, height: header.height)
    return Image(
      width: header.width, height: header.height, format: .png, pixels: try Self.pixels(of: bytes, header: header))
  }

  private static func pixels(of bytes: [UInt8], header: ImageHeader) throws(ImageDecodingError) -> [UInt8] {
    var failure: ImageDecodingError?
    let count = header.width * header.height * 4
    let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      failure = bytes.withUnsafeBufferPointer { read($0, header: header, into: buffer) }
      // What a failed decoding wrote is not shown, nor what it did not write.
      initialized = failure == nil ? count : 0
    }
    if let failure { throw failure }
    return pixels
  }

  private static func read(
    _ file: UnsafeBufferPointer<UInt8>, header: ImageHeader, into pixels: UnsafeMutableBufferPointer<UInt8>
  ) -> ImageDecodingError? {
    var source = cpng_source(bytes: file.baseAddress, size: file.count, offset: 0, truncated: false)
    var messages = cpng_messages()
    let (width, height) = (UInt32(header.width), UInt32(header.height))
    if cpng_read(&source, &messages, width, height, pixels.baseAddress) { return nil }
    if source.truncated { return .truncated(offset: source.offset) }
    return .corrupt(message: messages.description, offset: source.offset)
  }
}
