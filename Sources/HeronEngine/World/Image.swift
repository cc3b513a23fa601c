/// A decoded picture: straight (not premultiplied) RGBA, 8 bits a channel, rows from the top without padding.
public struct Image: Sendable, Hashable {
  /// Columns.
  public let width: Int
  /// Rows.
  public let height: Int
  /// The format that it was decoded from.
  public let format: ImageFormat
  /// `width` × `height` × 4 bytes: red, green, blue, alpha.
  public let pixels: [UInt8]

  /// A picture of the pixels given; their number must fit the size.
  public init(width: Int, height: Int, format: ImageFormat, pixels: [UInt8]) {
    precondition(width > 0 && height > 0 && pixels.count == width * height * 4, "pixels do not fit the size")
    self.width = width
    self.height = height
    self.format = format
    self.pixels = pixels
  }
}
