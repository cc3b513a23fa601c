/// Five colours that go together.
struct Palette: Sendable {
  /// The top of the sky.
  var high: Colour
  /// The sky at the horizon.
  var low: Colour
  /// Sun, moon, lit windows.
  var light: Colour
  /// What is far away.
  var far: Colour
  /// What is close.
  var near: Colour

  init(_ high: UInt32, _ low: UInt32, _ light: UInt32, _ far: UInt32, _ near: UInt32) {
    self.high = Colour(high)
    self.low = Colour(low)
    self.light = Colour(light)
    self.far = Colour(far)
    self.near = Colour(near)
  }

  /// By day, at dawn and at dusk.
  static let days = [
    Palette(0x2B4C7E, 0xF6C28B, 0xFFE9C7, 0x9A7A93, 0x1F2A44),
    Palette(0x5B8DB8, 0xE8F1F2, 0xFFFDF0, 0x8FB3C4, 0x1B4252),
    Palette(0xF2784B, 0xFAD6A5, 0xFFF3D6, 0xD1495B, 0x2E294E),
    Palette(0x3A506B, 0xF4ACB7, 0xFFE5D9, 0x9D8189, 0x2D3047),
    Palette(0x7FB7BE, 0xFDF0D5, 0xFFFFFF, 0xA3B18A, 0x344E41),
    Palette(0x6D597A, 0xFFB56B, 0xFFEED0, 0xB56576, 0x2A2140),
    Palette(0x89C2D9, 0xF1FAEE, 0xFFF8E1, 0x61A5C2, 0x013A63),
    Palette(0xE07A5F, 0xF4F1DE, 0xFFFFFF, 0x81B29A, 0x3D405B),
    Palette(0xCDB4DB, 0xFFE5EC, 0xFFFFFF, 0xA2A8D3, 0x38598B),
  ]

  /// By night.
  static let nights = [
    Palette(0x0B132B, 0x3A506B, 0xFDF4D3, 0x1C2541, 0x070B1A),
    Palette(0x10002B, 0x7B2CBF, 0xF8EDFF, 0x3C096C, 0x0B0018),
    Palette(0x03191E, 0x1B6B6F, 0xEAF4D3, 0x0D3B44, 0x020D10),
    Palette(0x1A1423, 0x84577C, 0xFFE8D1, 0x3D2645, 0x0E0A14),
    Palette(0x0A1128, 0x1282A2, 0xFEFCFB, 0x034078, 0x050914),
  ]
}
