/// The loads of a loader by the place that their handles, timers and lines know them by.
struct LoadTable {
  private var places: [Load?] = []
  private var generations: [UInt32] = []
  private var vacant: [UInt32] = []

  var count: Int { places.count - vacant.count }

  /// The next free place, with a generation that was never used for it.
  mutating func reserve() -> LoadID {
    if let slot = vacant.popLast() { return LoadID(slot: slot, generation: generations[Int(slot)]) }
    let slot = UInt32(places.count)
    precondition(slot < 1 << LoadID.slotBits, "more loads than a loader can hold")
    places.append(nil)
    generations.append(1)
    return LoadID(slot: slot, generation: 1)
  }

  mutating func insert(_ load: Load) { places[Int(load.id.slot)] = load }

  /// Gives a place back, whether or not anything was put there.
  mutating func remove(_ id: LoadID) {
    precondition(generations[Int(id.slot)] == id.generation, "a place was given back twice")
    places[Int(id.slot)] = nil
    generations[Int(id.slot)] = id.generation &+ 1 == 0 ? 1 : id.generation &+ 1
    vacant.append(id.slot)
  }

  /// The load, unless it is over.
  subscript(id: LoadID) -> Load? {
    generations[Int(id.slot)] == id.generation ? places[Int(id.slot)] : nil
  }

  /// The load at a place that is known to be taken.
  subscript(slot slot: UInt32) -> Load {
    guard let load = places[Int(slot)] else { preconditionFailure("no load at place \(slot)") }
    return load
  }

  /// Every load, in the order of their places.
  var all: [Load] { places.compactMap(\.self) }
}
