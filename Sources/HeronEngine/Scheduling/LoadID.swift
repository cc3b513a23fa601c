/// Names a load within its loader; never reused, so that a late message finds nothing.
struct LoadID: Hashable, Sendable {
  /// Its place in the loader's table.
  var slot: UInt32
  /// How often the place was taken before, from 1.
  var generation: UInt32

  static let slotBits = 26
}
