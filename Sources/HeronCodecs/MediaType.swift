public import HeronEngine

/// Tells a picture's format by its signature, never by name or Content-Type.
public enum MediaType {
  /// The format of a file that begins with `prefix`; undecided only while more bytes could still make it one.
  ///
  /// Signatures: PNG 5.2, JPEG B.1.1.3 (T.81), GIF89a 17, RIFF and WebP (RFC 9649, 2.3 and 2.4), BMP, JPEG XL
  /// (ISO/IEC 18181-2, 3), and the ISO base media file format for AVIF and HEIF.
  public static func format(of prefix: UnsafeRawBufferPointer) -> ImageDecoders.SniffedFormat {
    var undecided = false
    for signature in signatures {
      guard signature.agrees(with: prefix) else { continue }
      if prefix.count >= signature.bytes.count { return .format(signature.format) }
      undecided = true
    }
    let brands = FileTypeBox.format(of: prefix)
    return brands == .unknown && undecided ? .undecided : brands
  }

  private struct Signature {
    let format: ImageFormat
    /// From the start of the file; nil stands for any byte.
    let bytes: [UInt8?]

    init(_ format: ImageFormat, _ bytes: [UInt8?]) {
      self.format = format
      self.bytes = bytes
    }

    init(_ format: ImageFormat, text: String) { self.init(format, Array(text.utf8)) }

    /// Whether as many bytes as there are, are those of the signature.
    func agrees(with prefix: UnsafeRawBufferPointer) -> Bool {
      zip(bytes, prefix).allSatisfy { expected, byte in expected == nil || expected == byte }
    }
  }

  private static let signatures = [
    Signature(.png, PNGHeader.signature),
    Signature(.jpeg, [0xFF, 0xD8, 0xFF]),
    Signature(.webp, Array("RIFF".utf8) + [nil, nil, nil, nil] + Array("WEBP".utf8)),
    Signature(.gif, text: "GIF87a"),
    Signature(.gif, text: "GIF89a"),
    Signature(.jpegXL, [0xFF, 0x0A]),
    Signature(.jpegXL, [0, 0, 0, 12] + Array("JXL ".utf8) + [0x0D, 0x0A, 0x87, 0x0A]),
    Signature(.bmp, text: "BM"),
  ]
}
