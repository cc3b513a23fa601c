/// A format that encoded pictures come in.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  /// Portable Network Graphics
  case png
  /// JPEG (JFIF, EXIF)
  case jpeg
  /// WebP
  case webp
  /// Graphics Interchange Format
  case gif
  /// AV1 Image File Format
  case avif
  /// High Efficiency Image File Format
  case heif
  /// JPEG XL
  case jpegXL = "jxl"
  /// Windows bitmap
  case bmp
}

/// Turns the bytes of a format into pixels. Stateless; called from the work pool's threads, several at a time.
///
/// Every limit is checked against the header before anything of the picture's size is allocated.
public protocol ImageDecoder: Sendable {
  /// The format that it decodes.
  var format: ImageFormat { get }

  /// Reads the size from the first bytes of a file of this format.
  ///
  /// - Returns: the header, or nil while `prefix` is too short to tell.
  /// - Throws: `corrupt` where no valid file begins like this.
  func header(in prefix: UnsafeRawBufferPointer) throws(ImageDecodingError) -> ImageHeader?

  /// Decodes the whole picture (of an animation, the first frame).
  ///
  /// - Returns: straight RGBA8 pixels, upright: the orientation that the file says is applied; no colour conversion.
  func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(ImageDecodingError) -> Image
}

/// What a picture's header says.
public struct ImageHeader: Sendable, Hashable {
  /// The format, by signature.
  public var format: ImageFormat
  /// Columns as stored, before any orientation.
  public var width: Int
  /// Rows, as stored.
  public var height: Int

  /// A header.
  public init(format: ImageFormat, width: Int, height: Int) {
    self.format = format
    self.width = width
    self.height = height
  }
}

/// How large a picture may be, checked from its header.
public struct DecodingLimits: Sendable, Hashable {
  /// The most pixels, width × height.
  public var maxPixels: Int = 50_000_000
  /// The longest side in pixels.
  public var maxSide: Int = 32_768
  /// The most bytes that the decoded picture may take.
  public var maxDecodedBytes: Int = 200 << 20

  /// The house's limits.
  public init() {}

  /// Refuses a picture of that size when it is over a limit; overflow counts as over.
  public func check(width: Int, height: Int, bytesPerPixel: Int = 4) throws(ImageDecodingError) {
    if max(width, height) > maxSide { throw .overLimit(.side, limit: maxSide, value: max(width, height)) }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    if overflow || pixels > maxPixels {
      throw .overLimit(.pixels, limit: maxPixels, value: overflow ? .max : pixels)
    }
    let (bytes, carry) = pixels.multipliedReportingOverflow(by: bytesPerPixel)
    if carry || bytes > maxDecodedBytes {
      throw .overLimit(.decodedBytes, limit: maxDecodedBytes, value: carry ? .max : bytes)
    }
  }
}

/// Why bytes gave no picture.
public enum ImageDecodingError: Error, Sendable, Hashable {
  /// The file ends before the picture does; the same bytes fetched again may be whole.
  case truncated(offset: Int)
  /// The file breaks its format's rules.
  case corrupt(message: String, offset: Int?)
  /// No known signature.
  case notAnImage
  /// A known picture format that nothing here decodes.
  case unsupported(ImageFormat)
  /// The picture is larger than allowed.
  case overLimit(Limit, limit: Int, value: Int)

  /// The limits on a picture.
  public enum Limit: String, Sendable, Hashable {
    /// Width × height.
    case pixels
    /// The longer side.
    case side
    /// The bytes of the decoded picture.
    case decodedBytes
  }
}
