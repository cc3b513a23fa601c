import Synchronization

/// Media that was loaded lately, least recently used first out, bounded by what it costs in bytes.
///
/// Readable from any thread without a hop to the loader.
final class MemoryCache: Sendable {
  private struct Entry {
    var key: CacheKey
    var media: LoadedMedia
    var cost: Int
    var newer: Int32
    var older: Int32
  }

  private struct State {
    var entries: [Entry?] = []
    var free: [Int32] = []
    var places: [CacheKey: Int32] = [:]
    var newest: Int32 = -1
    var oldest: Int32 = -1
    var cost = 0
    var limit: Int
  }

  /// The largest share of the cache that one item may take.
  private static let maxItemShare = 10

  private let state: Mutex<State>

  init(limit: Int) { state = Mutex(State(limit: limit)) }

  var cost: Int { state.withLock(\.cost) }
  var count: Int { state.withLock(\.places.count) }

  func media(for key: CacheKey) -> LoadedMedia? {
    state.withLock { state in
      guard let place = state.places[key], let media = state.entries[Int(place)]?.media else { return nil }
      state.unlink(place)
      state.linkAsNewest(place)
      return media
    }
  }

  func store(_ media: LoadedMedia, for key: CacheKey) {
    let cost = media.memoryCost
    state.withLock { state in
      state.remove(key)
      guard cost <= state.limit / Self.maxItemShare else { return }
      state.insert(Entry(key: key, media: media, cost: cost, newer: -1, older: -1))
      state.evict()
    }
  }

  func remove(_ key: CacheKey) { state.withLock { $0.remove(key) } }

  func removeAll() {
    state.withLock { $0 = State(limit: $0.limit) }
  }

  func setLimit(_ limit: Int) {
    state.withLock { state in
      state.limit = limit
      state.evict()
    }
  }
}

extension MemoryCache.State {
  mutating func insert(_ entry: MemoryCache.Entry) {
    let place: Int32
    if let reused = free.popLast() {
      place = reused
      entries[Int(place)] = entry
    } else {
      place = Int32(entries.count)
      entries.append(entry)
    }
    places[entry.key] = place
    cost += entry.cost
    linkAsNewest(place)
  }

  mutating func remove(_ key: CacheKey) {
    guard let place = places.removeValue(forKey: key) else { return }
    unlink(place)
    cost -= entries[Int(place)]?.cost ?? 0
    entries[Int(place)] = nil
    free.append(place)
  }

  mutating func evict() {
    while cost > limit, oldest >= 0, let key = entries[Int(oldest)]?.key { remove(key) }
    precondition(cost <= limit, "the memory cache is over its limit")
  }

  mutating func linkAsNewest(_ place: Int32) {
    entries[Int(place)]?.older = newest
    entries[Int(place)]?.newer = -1
    if newest >= 0 { entries[Int(newest)]?.newer = place } else { oldest = place }
    newest = place
  }

  mutating func unlink(_ place: Int32) {
    guard let entry = entries[Int(place)] else { return }
    if entry.newer >= 0 { entries[Int(entry.newer)]?.older = entry.older } else { newest = entry.older }
    if entry.older >= 0 { entries[Int(entry.older)]?.newer = entry.newer } else { oldest = entry.newer }
  }
}

extension LoadedMedia {
  /// What keeping it takes, near enough: pixels, body, and the objects around them.
  var memoryCost: Int { (image?.pixels.count ?? 0) + (body?.count ?? 0) + 512 }
}
