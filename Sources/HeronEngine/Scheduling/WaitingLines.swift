/// The lines that loads wait in: one per origin and class, first in, first out.
///
/// Intrusive doubly linked lists over one array indexed by the load's slot, so that joining, leaving from anywhere and
/// taking the first cost the same however many wait.
struct WaitingLines {
  typealias Slot = UInt32

  /// What the batcher knows of a load.
  struct Node {
    var previous: Int32 = none
    var next: Int32 = none
    var origin: OriginID = none
    var priority = RequestPriority.visible
    var place = Place.nowhere
    /// Whether an attempt of it has failed.
    var hasFailed = false
    /// Whether it holds one of the slots that low classes may take.
    var countsAsLow = false
    /// Its number in the order of joining: smaller ones go first.
    var sequence: UInt64 = 0
    /// When it joined this line: it ages from here.
    var since = EngineInstant.zero
  }

  enum Place: UInt8 {
    case nowhere, waiting, active
  }

  static let none: Int32 = -1

  private(set) var nodes: [Node] = []
  private var firsts: [Int32] = []
  private var lasts: [Int32] = []
  private var nextSequence: UInt64 = 0

  // Few loads change lines, and a million may wait: so this is not in the node.
  private var firstJoined: [Slot: EngineInstant] = [:]

  /// When it joined the first of the lines that it has changed between.
  func waitingSince(_ slot: Slot) -> EngineInstant {
    (firstJoined.isEmpty ? nil : firstJoined[slot]) ?? nodes[Int(slot)].since
  }

  /// It has changed lines, and waited before.
  mutating func keepWaiting(_ slot: Slot, since moment: EngineInstant) { firstJoined[slot] = moment }

  subscript(slot: Slot) -> Node {
    get { nodes[Int(slot)] }
    set { nodes[Int(slot)] = newValue }
  }

  mutating func makeRoom(for slot: Slot, origin: OriginID) {
    while nodes.count <= Int(slot) { nodes.append(Node()) }
    let lines = (Int(origin) + 1) * RequestPriority.count
    while firsts.count < lines {
      firsts.append(Self.none)
      lasts.append(Self.none)
    }
  }

  func first(_ origin: OriginID, _ priority: RequestPriority) -> Slot? {
    let first = firsts[line(origin, priority)]
    return first < 0 ? nil : Slot(first)
  }

  func last(_ origin: OriginID, _ priority: RequestPriority) -> Slot? {
    let last = lasts[line(origin, priority)]
    return last < 0 ? nil : Slot(last)
  }

  func next(after slot: Slot) -> Slot? {
    let next = nodes[Int(slot)].next
    return next < 0 ? nil : Slot(next)
  }

  /// Puts a load at the end of its line, with a new sequence.
  mutating func append(_ slot: Slot, now: EngineInstant) {
    let index = Int(slot)
    precondition(nodes[index].place == .nowhere, "a load joins a line once")
    nextSequence += 1
    let line = line(nodes[index].origin, nodes[index].priority)
    let last = lasts[line]
    nodes[index].place = .waiting
    nodes[index].sequence = nextSequence
    nodes[index].since = now
    if !firstJoined.isEmpty { firstJoined[slot] = nil }
    nodes[index].previous = last
    nodes[index].next = Self.none
    if last < 0 { firsts[line] = Int32(slot) } else { nodes[Int(last)].next = Int32(slot) }
    lasts[line] = Int32(slot)
  }

  /// Puts a load that has been promoted before at the front of its line, with the sequence that it had.
  mutating func prepend(_ slot: Slot, now: EngineInstant) {
    let index = Int(slot)
    precondition(nodes[index].place == .nowhere, "a load joins a line once")
    let line = line(nodes[index].origin, nodes[index].priority)
    let first = firsts[line]
    nodes[index].place = .waiting
    nodes[index].since = now
    if !firstJoined.isEmpty { firstJoined[slot] = nil }
    nodes[index].previous = Self.none
    nodes[index].next = first
    if first < 0 { lasts[line] = Int32(slot) } else { nodes[Int(first)].previous = Int32(slot) }
    firsts[line] = Int32(slot)
  }

  /// Takes a load out of its line.
  mutating func remove(_ slot: Slot) {
    let index = Int(slot)
    precondition(nodes[index].place == .waiting, "only a waiting load leaves a line")
    let line = line(nodes[index].origin, nodes[index].priority)
    let previous = nodes[index].previous
    let next = nodes[index].next
    if previous < 0 { firsts[line] = next } else { nodes[Int(previous)].next = next }
    if next < 0 { lasts[line] = previous } else { nodes[Int(next)].previous = previous }
    nodes[index].place = .nowhere
  }

  private func line(_ origin: OriginID, _ priority: RequestPriority) -> Int {
    Int(origin) * RequestPriority.count + Int(priority.rawValue)
  }
}

extension RequestPriority {
  static let count = allCases.count
}
