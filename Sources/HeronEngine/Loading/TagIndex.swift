/// Which loads go under which tags, both ways, so that a load that ends is forgotten at once.
struct TagIndex {
  private var loads: [String: Set<LoadID>] = [:]
  private var tags: [LoadID: [String]] = [:]

  mutating func remember(_ load: LoadID, under tag: String) {
    guard loads[tag, default: []].insert(load).inserted else { return }
    tags[load, default: []].append(tag)
  }

  mutating func forget(_ load: LoadID) {
    guard !tags.isEmpty, let names = tags.removeValue(forKey: load) else { return }
    for name in names {
      loads[name]?.remove(load)
      if loads[name]?.isEmpty == true { loads[name] = nil }
    }
  }

  /// The loads under a tag, in the order of their places.
  func loads(under tag: String) -> [LoadID] { (loads[tag] ?? []).sorted { $0.slot < $1.slot } }
}
