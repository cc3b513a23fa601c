public import HeronEngine

/// A decoder whose files are one byte of fate: 1 is a picture of one pixel, 2 is corrupt, 3 is cut short, 4 has too
/// many pixels; anything else is not an image.
public struct ScriptedDecoder: ImageDecoder {
  /// It passes for PNG.
  public var format: ImageFormat { .png }

  /// A decoder.
  public init() {}

  /// The decoder as the only one of a loader.
  public static let decoders = ImageDecoders([ScriptedDecoder()]) { prefix in
    guard let first = prefix.first else { return .undecided }
    return (1...4).contains(first) ? .format(.png) : .unknown
  }

  /// The size, by the first byte.
  public func header(in prefix: UnsafeRawBufferPointer) throws(ImageDecodingError) -> ImageHeader? {
    guard let first = prefix.first else { return nil }
    let side = first == 4 ? 30_000 : 1
    return ImageHeader(format: .png, width: side, height: side)
  }

  /// The picture, or the failure that the first byte asks for.
  public func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(ImageDecodingError) -> Image {
    switch bytes.first {
    case 1: return Image(width: 1, height: 1, format: .png, pixels: [0, 0, 0, 255])
    case 2: throw .corrupt(message: "as scripted", offset: 1)
    case 3: throw .truncated(offset: bytes.count)
    default: throw .notAnImage
    }
  }
}
