public import HeronEngine

extension ImageDecoders {
  /// Every decoder that the package has, told apart by signature. Other picture formats are recognised and refused as
  /// `unsupported`.
  public static let all = ImageDecoders([PNGDecoder()], sniff: MediaType.format)
}
