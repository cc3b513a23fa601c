/// The loads of a loader by the place that their handles, timers and lines know them by.
struct LoadTable {
  private var places: [Load?] = []
  private var vacant: [UInt32] = []
  // One count for all places: a load knows its own, and a million that wait need no second table.
  private var generation: UInt32 = 0

  var count: Int { places.count - vacant.count }

  /// The next free place, with a generation that was never used for it.
  mutating func reserve() -> LoadID {
    generation = generation &+ 1 == 0 ? 1 : generation &+ 1
    if let slot = vacant.popLast() { return LoadID(slot: slot, generation: generation) }
    let slot = UInt32(places.count)
    precondition(slot < 1 << LoadID.slotBits, "more loads than a loader can hold")
    places.append(nil)
    return LoadID(slot: slot, generation: generation)
  }

  mutating func insert(_ load: Load) { places[Int(load.id.slot)] = load }

  /// Gives a place back, whether or not anything was put there.
  mutating func remove(_ id: LoadID) {
    precondition(places[Int(id.slot)].map { $0.id == id } ?? true, "a place was given back that another load has")
    places[Int(id.slot)] = nil
    vacant.append(id.slot)
  }

  /// The load, unless it is over.
  subscript(id: LoadID) -> Load? {
    guard let load = places[Int(id.slot)], load.id.generation == id.generation else { return nil }
    return load
  }

  /// The load at a place that is known to be taken.
  subscript(slot slot: UInt32) -> Load {
    guard let load = places[Int(slot)] else { preconditionFailure("no load at place \(slot)") }
    return load
  }

  /// Every load, in the order of their places.
  var all: [Load] { places.compactMap(\.self) }
}
