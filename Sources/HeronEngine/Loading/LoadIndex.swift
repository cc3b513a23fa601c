/// Finds the load under way that a request can share, by the hash of what makes requests the same.
///
/// Open addressing with linear probing, over places in the loader's table. Not a `Set` of loads: hashing a URL costs
/// more than all else that is done here, so it is done once, and no load but the one asked for is looked at, neither
/// in a search nor when the table grows.
struct LoadIndex {
  private typealias Slot = UInt32

  private static let empty = Slot.max

  private var buckets: [Slot] = Array(repeating: empty, count: 16)
  /// By place.
  private var hashes: [UInt32] = []
  private var count = 0

  /// The place of a load with that hash of which `isSame` is true.
  func find(_ hash: UInt32, isSame: (UInt32) -> Bool) -> UInt32? {
    var bucket = home(hash)
    while buckets[bucket] != Self.empty {
      let slot = buckets[bucket]
      if hashes[Int(slot)] == hash, isSame(slot) { return slot }
      bucket = next(bucket)
    }
    return nil
  }

  /// Takes in the load at a place, which must not be in it.
  mutating func insert(_ slot: UInt32, hash: UInt32) {
    while hashes.count <= Int(slot) { hashes.append(0) }
    hashes[Int(slot)] = hash
    count += 1
    // At most three of four buckets are taken.
    if count * 4 > buckets.count * 3 { grow() }
    place(slot)
  }

  /// Forgets the load at a place, which must be in it.
  mutating func remove(_ slot: UInt32) {
    var hole = home(hashes[Int(slot)])
    while buckets[hole] != slot {
      precondition(buckets[hole] != Self.empty, "a load was forgotten that is not under way")
      hole = next(hole)
    }
    count -= 1
    // Whoever was put off by the one that goes moves up, so that a search may stop at the first empty bucket.
    var bucket = next(hole)
    while buckets[bucket] != Self.empty {
      let mask = buckets.count - 1
      let way = (bucket - home(hashes[Int(buckets[bucket])])) & mask
      if way >= (bucket - hole) & mask {
        buckets[hole] = buckets[bucket]
        hole = bucket
      }
      bucket = next(bucket)
    }
    buckets[hole] = Self.empty
  }

  private func home(_ hash: UInt32) -> Int { Int(hash) & (buckets.count - 1) }
  private func next(_ bucket: Int) -> Int { (bucket + 1) & (buckets.count - 1) }

  private mutating func place(_ slot: Slot) {
    var bucket = home(hashes[Int(slot)])
    while buckets[bucket] != Self.empty { bucket = next(bucket) }
    buckets[bucket] = slot
  }

  private mutating func grow() {
    let old = buckets
    buckets = Array(repeating: Self.empty, count: old.count * 2)
    for slot in old where slot != Self.empty { place(slot) }
  }
}

extension MediaRequest {
  /// What ``LoadIndex`` files it under.
  var sharingHash: UInt32 { UInt32(truncatingIfNeeded: url.hashValue) }

  /// Whether one load can serve both.
  func canShare(with other: MediaRequest) -> Bool {
    cachePolicy == other.cachePolicy && CacheKey(self) == CacheKey(other)
  }
}
