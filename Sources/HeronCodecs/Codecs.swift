public import HeronEngine

extension ImageDecoders {
  /// Every decoder that the package has, told apart by signature. Other picture formats are recognised and refused as
  /// `unsupported`.
  public static let all: ImageDecoders = {
    var decoders: [any ImageDecoder] = [PNGDecoder()]
    #if JPEG
      decoders.append(JPEGDecoder())
    #endif
    #if WebP
      decoders.append(WebPDecoder())
    #endif
    return ImageDecoders(decoders, sniff: MediaType.format)
  }()
}
