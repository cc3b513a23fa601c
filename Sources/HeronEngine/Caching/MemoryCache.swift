import Synchronization

/// Media that was loaded lately, least recently used first out, bounded by what it costs in bytes.
///
/// Readable from any thread without a hop to the loader.
final class MemoryCache: Sendable {
  /// The largest share of the cache that one item may take.
  private static let maxItemShare = 10

  private let state: Mutex<RecentMedia>

  init(limit: Int) { state = Mutex(RecentMedia(limit: limit)) }

  var cost: Int { state.withLock(\.cost) }
  var count: Int { state.withLock(\.count) }

  func media(for key: CacheKey) -> LoadedMedia? {
    state.withLock { $0.use(key) }
  }

  func store(_ media: LoadedMedia, for key: CacheKey) {
    let cost = media.memoryCost
    state.withLock { state in
      guard cost <= state.limit / Self.maxItemShare else { return state.remove(key) }
      state.insert(media, for: key, cost: cost)
    }
  }

  func remove(_ key: CacheKey) { state.withLock { $0.remove(key) } }

  func removeAll() {
    state.withLock { $0 = RecentMedia(limit: $0.limit) }
  }

  func setLimit(_ limit: Int) {
    state.withLock { $0.limit = limit }
  }
}

extension LoadedMedia {
  /// What keeping it takes, near enough: pixels, body, and the objects around them.
  var memoryCost: Int { (image?.pixels.count ?? 0) + (body?.count ?? 0) + 512 }
}
