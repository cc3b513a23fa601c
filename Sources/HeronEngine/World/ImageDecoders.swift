/// The formats that a loader understands, found by signature and never by name or Content-Type.
public struct ImageDecoders: Sendable {
  private let decoders: [any ImageDecoder]
  private let sniff: @Sendable (UnsafeRawBufferPointer) -> SniffedFormat

  /// What the first bytes of a file tell.
  public enum SniffedFormat: Sendable, Hashable {
    /// Too few bytes to tell.
    case undecided
    /// Not the signature of any known picture format.
    case unknown
    /// A known signature.
    case format(ImageFormat)
  }

  /// Decoders, and the function that tells a format by a file's first bytes.
  public init(
    _ decoders: [any ImageDecoder], sniff: @escaping @Sendable (UnsafeRawBufferPointer) -> SniffedFormat
  ) {
    self.decoders = decoders
    self.sniff = sniff
  }

  /// No decoders: every picture is refused as not an image. For loaders of raw media.
  public static let none = ImageDecoders([], sniff: { _ in .unknown })

  /// Reads the header from the first bytes of a file and holds it against `limits`.
  ///
  /// - Returns: nil while there are too few bytes to tell.
  public func header(
    in prefix: UnsafeRawBufferPointer, limits: DecodingLimits
  ) throws(ImageDecodingError) -> ImageHeader? {
    switch sniff(prefix) {
    case .undecided: return nil
    case .unknown: throw .notAnImage
    case .format(let format):
      guard let header = try decoder(for: format).header(in: prefix) else { return nil }
      try limits.check(width: header.width, height: header.height)
      return header
    }
  }

  func header(in prefix: [UInt8], limits: DecodingLimits) throws(ImageDecodingError) -> ImageHeader? {
    let result = prefix.withUnsafeBytes { bytes in
      Result { () throws(ImageDecodingError) in try header(in: bytes, limits: limits) }
    }
    return try result.get()
  }

  /// Decodes a whole file.
  public func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(ImageDecodingError) -> Image {
    let sniffed = bytes.withUnsafeBytes { sniff($0) }
    switch sniffed {
    case .undecided: throw bytes.isEmpty ? .notAnImage : .truncated(offset: bytes.count)
    case .unknown: throw .notAnImage
    case .format(let format): return try decoder(for: format).decode(bytes, limits: limits)
    }
  }

  private func decoder(for format: ImageFormat) throws(ImageDecodingError) -> any ImageDecoder {
    guard let decoder = decoders.first(where: { $0.format == format }) else { throw .unsupported(format) }
    return decoder
  }
}
