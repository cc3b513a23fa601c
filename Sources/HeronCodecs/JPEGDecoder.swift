#if JPEG
  import CJPEG
  public import HeronEngine

  /// Decodes JPEG by libjpeg-turbo: baseline and progressive, Huffman and arithmetic coding, grey, YCbCr, RGB, CMYK and
  /// YCCK.
  ///
  /// The accurate integer transform and smooth upsampling; profiles are not applied; inks are mixed without one. A file
  /// without its end is truncated, never a picture; a progressive file that ends properly after some of its scans is the
  /// picture that these give.
  public struct JPEGDecoder: ImageDecoder {
    /// JPEG.
    public var format: ImageFormat { .jpeg }

    // A file of some kilobytes can have thousands of scans, each as dear as the picture.
    private static let mostScans: Int32 = 100
    // Coefficients of a progressive file take up to six bytes a pixel, beside the four of the picture.
    private static let memoryPerDecodedByte = 2
    private static let leastMemory = 16 << 20

    /// A decoder.
    public init() {}

    /// Reads the size from the frame header, which stands behind profiles and previews: within the first kilobytes mostly.
    ///
    /// - Throws: `corrupt` for a wrong signature, a scan before any frame header, or a size of zero.
    public func header(in prefix: UnsafeRawBufferPointer) throws(ImageDecodingError) -> ImageHeader? {
      try JPEGHeader.parse(prefix)
    }

    /// Decodes the picture as opaque RGBA8, upright by its Exif orientation.
    public func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(ImageDecodingError) -> Image {
      let parsed = try bytes.span.bytes.withUnsafeBytes { (file) throws(ImageDecodingError) in try JPEGHeader.read(file)
      }
      guard let (header, orientation) = parsed else { throw .truncated(offset: bytes.count) }
      try limits.check(width: header.width, height: header.height)
      var plan = cjpeg_plan()
      (plan.width, plan.height) = (UInt32(header.width), UInt32(header.height))
      (plan.scale, plan.scaled_width, plan.scaled_height) = (8, plan.width, plan.height)
      plan.max_scans = Self.mostScans
      plan.max_memory = max(Self.leastMemory, limits.maxDecodedBytes * Self.memoryPerDecodedByte)
      let stored = Image(
        width: header.width, height: header.height, format: .jpeg, pixels: try Self.pixels(of: bytes, plan))
      return stored.turnedUpright(from: orientation)
    }

    private static func pixels(of bytes: [UInt8], _ plan: cjpeg_plan) throws(ImageDecodingError) -> [UInt8] {
      var failure: ImageDecodingError?
      let count = Int(plan.scaled_width) * Int(plan.scaled_height) * 4
      let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        failure = bytes.withUnsafeBufferPointer { read($0, plan, into: buffer) }
        // What a failed decoding wrote is not shown, nor what it did not write.
        initialized = failure == nil ? count : 0
      }
      if let failure { throw failure }
      return pixels
    }

    private static func read(
      _ file: UnsafeBufferPointer<UInt8>, _ plan: cjpeg_plan, into pixels: UnsafeMutableBufferPointer<UInt8>
    ) -> ImageDecodingError? {
      var plan = plan
      var outcome = cjpeg_outcome()
      if cjpeg_read(file.baseAddress, file.count, &plan, &outcome, pixels.baseAddress) { return nil }
      if outcome.truncated { return .truncated(offset: outcome.offset) }
      let message = withUnsafePointer(to: outcome) { String(cString: cjpeg_error_text($0)) }
      return .corrupt(message: message, offset: outcome.offset)
    }
  }
#endif
