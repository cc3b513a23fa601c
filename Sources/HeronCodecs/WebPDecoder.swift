#if WebP
  import CWebP
  public import HeronEngine

  /// Decodes WebP by libwebp: lossy, lossless, with and without alpha; of an animation, the first frame on its canvas.
  ///
  /// Profiles are not applied. A file that is shorter than it says is truncated, never a picture.
  public struct WebPDecoder: ImageDecoder {
    /// WebP.
    public var format: ImageFormat { .webp }

    // What stands before the first chunk: "RIFF", a size that counts from behind itself, "WEBP" (RFC 9649 §2.4).
    private static let sizePlace = 4
    private static let sizeEnd = 8

    /// A decoder.
    public init() {}

    /// Reads the size of the picture, or of an animation's canvas, from the first chunk.
    ///
    /// - Throws: `corrupt` where no valid file begins like this.
    public func header(in prefix: UnsafeRawBufferPointer) throws(ImageDecodingError) -> ImageHeader? {
      guard let features = try Self.features(of: prefix) else { return nil }
      return ImageHeader(format: .webp, width: Int(features.width), height: Int(features.height))
    }

    /// Decodes the picture as straight RGBA8, upright by its Exif orientation.
    public func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(ImageDecodingError) -> Image {
      let parsed = try bytes.span.bytes.withUnsafeBytes { (file) throws(ImageDecodingError) in
        try Self.features(of: file)
      }
      guard let features = parsed, bytes.count >= Self.length(of: bytes) else { throw .truncated(offset: bytes.count) }
      let (width, height) = (Int(features.width), Int(features.height))
      try limits.check(width: width, height: height)
      let pixels =
        features.has_animation == 0
        ? try Self.still(bytes, width, height) : try Self.firstFrame(bytes, width, height)
      let stored = Image(width: width, height: height, format: .webp, pixels: pixels)
      return stored.turnedUpright(from: Self.orientation(of: bytes))
    }

    private static func features(
      of prefix: UnsafeRawBufferPointer
    ) throws(ImageDecodingError) -> WebPBitstreamFeatures? {
      var features = WebPBitstreamFeatures()
      let status = WebPGetFeatures(prefix.baseAddress?.assumingMemoryBound(to: UInt8.self), prefix.count, &features)
      switch status {
      case VP8_STATUS_OK where features.width > 0 && features.height > 0: return features
      case VP8_STATUS_NOT_ENOUGH_DATA: return nil
      default: throw .corrupt(message: "no WebP header (libwebp's status \(status.rawValue))", offset: nil)
      }
    }

    /// How long the file says that it is.
    private static func length(of bytes: [UInt8]) -> Int {
      guard bytes.count >= sizeEnd else { return sizeEnd }
      return bytes[sizePlace..<sizeEnd].reversed().reduce(0) { $0 << 8 | Int($1) } + sizeEnd
    }

    // The chunk EXIF stands behind the picture (RFC 9649 §2.7.1.5); some writers put JPEG's name before it.
    private static func orientation(of bytes: [UInt8]) -> Orientation {
      bytes.withUnsafeBytes { file in
        var place = 12
        while place + 8 <= file.count {
          let size = file[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
          let end = min(place + 8 + size, file.count)
          if file[place..<place + 4].elementsEqual("EXIF".utf8) {
            let chunk = file[place + 8..<end]
            let name = Array("Exif".utf8) + [0, 0]
            let exif = chunk.starts(with: name) ? chunk.dropFirst(name.count) : chunk
            return Orientation(exif: UnsafeRawBufferPointer(rebasing: exif))
          }
          place = place + 8 + size + size % 2
        }
        return .up
      }
    }

    private static func still(_ bytes: [UInt8], _ width: Int, _ height: Int) throws(ImageDecodingError) -> [UInt8] {
      var status = VP8_STATUS_OK
      let count = width * height * 4
      let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        var config = WebPDecoderConfig()
        guard WebPInitDecoderConfig(&config) != 0 else {
          status = VP8_STATUS_INVALID_PARAM
          return
        }
        config.output.colorspace = MODE_RGBA
        config.output.is_external_memory = 1
        config.output.u.RGBA = WebPRGBABuffer(rgba: buffer.baseAddress, stride: Int32(width * 4), size: count)
        status = bytes.withUnsafeBufferPointer { WebPDecode($0.baseAddress, $0.count, &config) }
        WebPFreeDecBuffer(&config.output)
        initialized = status == VP8_STATUS_OK ? count : 0
      }
      switch status {
      case VP8_STATUS_OK: return pixels
      case VP8_STATUS_SUSPENDED, VP8_STATUS_NOT_ENOUGH_DATA: throw .truncated(offset: bytes.count)
      default: throw .corrupt(message: "libwebp's status \(status.rawValue)", offset: nil)
      }
    }

    private static func firstFrame(
      _ bytes: [UInt8], _ width: Int, _ height: Int
    ) throws(ImageDecodingError) -> [UInt8] {
      let pixels = bytes.withUnsafeBufferPointer { file -> [UInt8]? in
        var data = WebPData(bytes: file.baseAddress, size: file.count)
        var options = WebPAnimDecoderOptions()
        guard WebPAnimDecoderOptionsInit(&options) != 0 else { return nil }
        options.color_mode = MODE_RGBA
        guard let decoder = WebPAnimDecoderNew(&data, &options) else { return nil }
        defer { WebPAnimDecoderDelete(decoder) }
        var canvas: UnsafeMutablePointer<UInt8>?
        var time: Int32 = 0
        guard WebPAnimDecoderGetNext(decoder, &canvas, &time) != 0, let canvas else { return nil }
        return Array(UnsafeBufferPointer(start: canvas, count: width * height * 4))
      }
      guard let pixels else {
        throw .corrupt(message: "the first frame of the animation cannot be decoded", offset: nil)
      }
      return pixels
    }
  }
#endif
