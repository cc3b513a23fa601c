/// Media in the order of their last use, bounded by what they cost together: a list that runs through the entries.
struct RecentMedia {
  private struct Entry {
    var key: CacheKey
    var media: LoadedMedia
    var cost: Int
    var newer: Int32
    var older: Int32
  }

  /// The most that all may cost.
  var limit: Int { didSet { evict() } }
  /// What all cost.
  private(set) var cost = 0

  private var entries: [Entry?] = []
  private var free: [Int32] = []
  private var places = PlaceIndex()
  private var newest: Int32 = -1
  private var oldest: Int32 = -1

  init(limit: Int) { self.limit = limit }

  var count: Int { places.count }

  /// The media of that key, which becomes the most recently used.
  mutating func use(_ key: CacheKey) -> LoadedMedia? {
    guard let place = place(of: key), let media = entries[Int(place)]?.media else { return nil }
    unlink(place)
    linkAsNewest(place)
    return media
  }

  /// Adds media, in place of any that the key had.
  mutating func insert(_ media: LoadedMedia, for key: CacheKey, cost: Int) {
    let hash = key.hash
    if let old = place(of: key, hash: hash) { discard(old) }
    let entry = Entry(key: key, media: media, cost: cost, newer: -1, older: -1)
    let place: Int32
    if let reused = free.popLast() {
      place = reused
      entries[Int(place)] = entry
    } else {
      place = Int32(entries.count)
      entries.append(entry)
    }
    places.insert(UInt32(place), hash: hash)
    self.cost += entry.cost
    linkAsNewest(place)
    evict()
  }

  mutating func remove(_ key: CacheKey) {
    if let place = place(of: key) { discard(place) }
  }

  private func place(of key: CacheKey) -> Int32? { place(of: key, hash: key.hash) }

  private func place(of key: CacheKey, hash: UInt32) -> Int32? {
    places.find(hash) { entries[Int($0)]?.key == key }.map { Int32($0) }
  }

  private mutating func discard(_ place: Int32) {
    places.remove(UInt32(place))
    unlink(place)
    cost -= entries[Int(place)]?.cost ?? 0
    entries[Int(place)] = nil
    free.append(place)
  }

  private mutating func evict() {
    while cost > limit, oldest >= 0 { discard(oldest) }
    precondition(cost <= limit, "the memory cache is over its limit")
  }

  private mutating func linkAsNewest(_ place: Int32) {
    entries[Int(place)]?.older = newest
    entries[Int(place)]?.newer = -1
    if newest >= 0 { entries[Int(newest)]?.newer = place } else { oldest = place }
    newest = place
  }

  private mutating func unlink(_ place: Int32) {
    guard let entry = entries[Int(place)] else { return }
    if entry.newer >= 0 { entries[Int(entry.newer)]?.older = entry.older } else { newest = entry.older }
    if entry.older >= 0 { entries[Int(entry.older)]?.newer = entry.newer } else { oldest = entry.newer }
  }
}
