/// Finds things that lie at numbered places in a table by the hash of their keys.
///
/// Open addressing with linear probing. Not a `Dictionary`: its keys would be URLs, which it hashes again, and looks
/// up all over memory, whenever it grows. Here a key is hashed once by its owner, and none is looked at but the one
/// that is asked for.
struct PlaceIndex {
  private static let empty = UInt32.max

  private var buckets: [UInt32] = Array(repeating: empty, count: 16)
  /// By place.
  private var hashes: [UInt32] = []
  private(set) var count = 0

  /// The place with that hash of which `isSame` is true.
  func find(_ hash: UInt32, isSame: (UInt32) -> Bool) -> UInt32? {
    var bucket = home(hash)
    while buckets[bucket] != Self.empty {
      let place = buckets[bucket]
      if hashes[Int(place)] == hash, isSame(place) { return place }
      bucket = next(bucket)
    }
    return nil
  }

  /// The hash that a place in the index was taken in with.
  func hash(of place: UInt32) -> UInt32 { hashes[Int(place)] }

  /// Takes in a place, which must not be in it.
  mutating func insert(_ place: UInt32, hash: UInt32) {
    while hashes.count <= Int(place) { hashes.append(0) }
    hashes[Int(place)] = hash
    count += 1
    // At most three of four buckets are taken.
    if count * 4 > buckets.count * 3 { grow() }
    settle(place)
  }

  /// Forgets a place, which must be in it.
  mutating func remove(_ place: UInt32) {
    var hole = home(hashes[Int(place)])
    while buckets[hole] != place {
      precondition(buckets[hole] != Self.empty, "a place was forgotten that is not in the index")
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

  private mutating func settle(_ place: UInt32) {
    var bucket = home(hashes[Int(place)])
    while buckets[bucket] != Self.empty { bucket = next(bucket) }
    buckets[bucket] = place
  }

  private mutating func grow() {
    let old = buckets
    buckets = Array(repeating: Self.empty, count: old.count * 2)
    for place in old where place != Self.empty { settle(place) }
  }
}
