public import HeronEngine

/// Small pictures that are a pleasure to look at, drawn from a seed: landscapes, seas, nights, towns, patterns.
///
/// The same seed and number always give the same pixels, on every machine: no mathematics library takes part.
public struct GeneratedPictures: Sendable {
  /// What all of them are drawn from.
  public let seed: UInt64
  /// Columns of each picture.
  public let width: Int
  /// Rows of each picture.
  public let height: Int

  /// Pictures of one size, each side at least 16 pixels.
  public init(seed: UInt64 = 1, width: Int = 320, height: Int = 240) {
    self.seed = seed
    self.width = max(width, 16)
    self.height = max(height, 16)
  }

  /// The picture of that number, which stands in its corner.
  public func picture(_ number: Int) -> Image {
    var brush = Brush(width: width, height: height, seed: seed &* 0x1_0001 &+ UInt64(truncatingIfNeeded: number))
    // Neighbours differ in scene, and the order of scenes does not show as columns on a sheet.
    let scenes = Scene.allCases
    let turn = number.magnitude % 10_000
    let scene = scenes[Int(turn * 3 + turn / 7) % scenes.count]
    brush.paint(scene)
    brush.sign(number)
    return brush.canvas.image
  }
}
