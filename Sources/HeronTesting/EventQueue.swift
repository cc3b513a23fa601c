import HeronEngine

/// Work in the order of its moment, and of its setting within one: a binary heap.
struct EventQueue {
  struct Event {
    var due: EngineInstant
    var sequence: UInt64
    var isStillWanted: @Sendable (UInt64) -> Bool
    var work: @Sendable () -> Void
  }

  private var heap: [Event] = []

  var isEmpty: Bool { heap.isEmpty }
  var first: Event? { heap.first }

  mutating func add(_ event: Event) {
    heap.append(event)
    var index = heap.count - 1
    while index > 0, precedes(index, (index - 1) / 2) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func popFirst() -> Event? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count && precedes(child, least) { least = child }
      guard least != index else { return first }
      heap.swapAt(index, least)
      index = least
    }
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    (heap[left].due, heap[left].sequence) < (heap[right].due, heap[right].sequence)
  }
}
