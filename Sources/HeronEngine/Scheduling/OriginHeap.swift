/// Names an origin within a loader: its place in the table of origins.
typealias OriginID = Int32

/// The origins that have something to start, by the sequence of the load at the front of their line.
///
/// A binary heap that knows where each origin stands, so that an origin which becomes full, blocked or empty leaves
/// in O(log origins) and is never looked at again until something about it changes.
struct OriginHeap {
  private struct Entry {
    var key: UInt64
    var origin: OriginID
  }

  private var entries: [Entry] = []
  private var positions: [Int32] = []

  /// The origin with the smallest key.
  var first: OriginID? { entries.first?.origin }

  /// Whether an origin beside that one is in.
  func holdsOther(than origin: OriginID) -> Bool {
    entries.count > 1 || entries.first.map { $0.origin != origin } == true
  }

  /// Puts `origin` in with that key, or moves it where it belongs.
  mutating func place(_ origin: OriginID, key: UInt64) {
    let index = Int(origin)
    while positions.count <= index { positions.append(-1) }
    let position = Int(positions[index])
    if position < 0 {
      entries.append(Entry(key: key, origin: origin))
      positions[index] = Int32(entries.count - 1)
      moveUp(from: entries.count - 1)
    } else if entries[position].key != key {
      let old = entries[position].key
      entries[position].key = key
      if key < old { moveUp(from: position) } else { moveDown(from: position) }
    }
  }

  /// Takes `origin` out, if it is in.
  mutating func remove(_ origin: OriginID) {
    let index = Int(origin)
    guard index < positions.count, positions[index] >= 0 else { return }
    let position = Int(positions[index])
    positions[index] = -1
    let last = entries.removeLast()
    guard position < entries.count else { return }
    entries[position] = last
    positions[Int(last.origin)] = Int32(position)
    moveUp(from: position)
    moveDown(from: Int(positions[Int(last.origin)]))
  }

  private mutating func moveUp(from start: Int) {
    var position = start
    while position > 0 {
      let parent = (position - 1) / 2
      guard entries[position].key < entries[parent].key else { return }
      exchange(position, parent)
      position = parent
    }
  }

  private mutating func moveDown(from start: Int) {
    var position = start
    while true {
      let left = 2 * position + 1
      let right = left + 1
      var least = position
      if left < entries.count, entries[left].key < entries[least].key { least = left }
      if right < entries.count, entries[right].key < entries[least].key { least = right }
      guard least != position else { return }
      exchange(position, least)
      position = least
    }
  }

  private mutating func exchange(_ left: Int, _ right: Int) {
    entries.swapAt(left, right)
    positions[Int(entries[left].origin)] = Int32(left)
    positions[Int(entries[right].origin)] = Int32(right)
  }
}
