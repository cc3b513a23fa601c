/// A connection of a ``VirtualNetwork``.
struct VirtualConnection {
  let id: Int
  let origin: String
  let isMultiplexed: Bool
  /// Whether it carries requests by now.
  var isOpen = false
  /// Transfers that wait for it to open; a connection of HTTP/1.1 has one at most.
  var waiting: [Int]
  /// Transfers that it carries.
  var carried: Set<Int> = []
  /// When it was last given back; the latest is used first, as curl does it.
  var lastUse = 0

  init(id: Int, origin: String, isMultiplexed: Bool, first: Int) {
    self.id = id
    self.origin = origin
    self.isMultiplexed = isMultiplexed
    waiting = [first]
  }

  /// Whether a request may go out on it, now or once it is open.
  var hasRoom: Bool { isMultiplexed || isOpen && carried.isEmpty }
}
