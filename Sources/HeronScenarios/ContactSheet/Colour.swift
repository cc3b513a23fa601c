/// An opaque colour, 8 bits a channel, sRGB as it comes.
public struct Colour: Sendable, Hashable {
  /// Red, 0…255.
  public var red: UInt8
  /// Green, 0…255.
  public var green: UInt8
  /// Blue, 0…255.
  public var blue: UInt8
  // Always opaque: with it, a row of colours is a row of RGBA pixels in memory.
  private let alpha: UInt8 = 255

  /// A colour of its channels, each 0…255.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// A colour as style sheets write it: `Colour(0xFF8800)` is orange. Bits above 24 are ignored.
  public init(_ hexadecimal: UInt32) {
    red = UInt8(truncatingIfNeeded: hexadecimal >> 16)
    green = UInt8(truncatingIfNeeded: hexadecimal >> 8)
    blue = UInt8(truncatingIfNeeded: hexadecimal)
  }

  /// White.
  public static let white = Colour(0xFFFFFF)
  /// Black.
  public static let black = Colour(0x000000)

  /// The colour on the straight line from this one (0) to `other` (1); `share` is clamped to 0…1.
  public func mixed(with other: Colour, _ share: Double) -> Colour {
    let weight = Int(min(max(share, 0), 1) * 256)
    func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: (Int(from) * (256 - weight) + Int(to) * weight) >> 8)
    }
    return Colour(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}
