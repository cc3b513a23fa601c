import DequeModule

/// The origins that a loader has met: their names, their health, and the retries that wait for their budget.
struct OriginTable {
  struct Entry {
    let name: String
    let isSecure: Bool
    var health: OriginHealth
    /// Loads whose backoff is over and whose origin has no token left, first come first.
    var awaitingBudget: Deque<LoadID> = []
    /// The wake-up that is set for it.
    var alarm = EngineInstant.never
    var loads = 0
    /// What its last failed attempt came to, for those who fail because it is down.
    var lastFailure: String?
    /// Since when it is down, by the breaker.
    var brokenSince: EngineInstant?
    /// Whether the attempt that tries a broken origin runs.
    var hasProbe = false
  }

  private(set) var entries: [Entry] = []
  private var byName: [String: OriginID] = [:]
  // Pictures of a page come from few origins, spelled alike: the last spelling is nearly always this one.
  private var lastSpelling: [UInt8] = []
  private var lastOrigin: OriginID = -1
  private var sweep = 0

  subscript(origin: OriginID) -> Entry {
    // Not `_read`: unoptimised, Swift 6.3 reads a part of what such an accessor lent after it has taken it back.
    get { entries[Int(origin)] }
    _modify { yield &entries[Int(origin)] }
  }

  var ids: Range<OriginID> { 0..<OriginID(entries.count) }

  /// The origin of a URL, met before or new.
  mutating func origin(
    of url: String, maxURLBytes: Int, settings: OriginHealthSettings, limit: Int, now: EngineInstant
  ) throws(MediaLoadError) -> OriginID {
    var url = url
    let known = url.withUTF8 { bytes in
      let prefix = lastSpelling.count
      return prefix > 0 && bytes.count > prefix && bytes[prefix] == UInt8(ascii: "/")
        && bytes.starts(with: lastSpelling) && URLRules.accepts(bytes, maxBytes: maxURLBytes)
    }
    if known { return lastOrigin }
    let parts = try URLRules.origin(of: url, maxBytes: maxURLBytes)
    let origin = byName[parts.name] ?? insert(parts, settings, limit, now)
    lastSpelling = parts.spelling
    lastOrigin = origin
    return origin
  }

  private mutating func insert(
    _ parts: URLRules.Origin, _ settings: OriginHealthSettings, _ limit: Int, _ now: EngineInstant
  ) -> OriginID {
    let entry = Entry(name: parts.name, isSecure: parts.isSecure, health: OriginHealth(settings, now: now))
    let place = entries.count >= limit ? idlePlace() : nil
    if let place {
      byName[entries[place].name] = nil
      entries[place] = entry
      byName[parts.name] = OriginID(place)
      return OriginID(place)
    }
    entries.append(entry)
    byName[parts.name] = OriginID(entries.count - 1)
    return OriginID(entries.count - 1)
  }

  /// Puts every origin under other settings; what is known of it stays as far as it fits.
  mutating func adopt(_ settings: OriginHealthSettings, now: EngineInstant) {
    for index in entries.indices { entries[index].health.adopt(settings, now: now) }
  }

  // A hand that goes round, a bounded way each time: an origin without loads is forgotten in favour of a new one.
  private mutating func idlePlace() -> Int? {
    for _ in 0..<min(64, entries.count) {
      sweep = (sweep + 1) % entries.count
      if entries[sweep].loads == 0 { return sweep }
    }
    return nil
  }
}
