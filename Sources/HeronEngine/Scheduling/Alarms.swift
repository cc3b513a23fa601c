import HeapModule

/// The loader's own wake-ups, all behind one timer: a gate that opens, a token that returns, a window that ends.
struct Alarms {
  enum Alarm {
    /// Something about an origin changes: its gate, its breaker or its budget.
    case origin(OriginID)
    /// The waste bucket has a token.
    case startToken
    /// The batch window ends.
    case batchWindow
    /// A delayed request joins the line.
    case delayed(LoadID)
    /// A load has waited as long as it may.
    case maxWait(LoadID)
  }

  private struct Entry: Comparable {
    let due: EngineInstant
    let sequence: UInt64
    let alarm: Alarm

    static func == (left: Entry, right: Entry) -> Bool { left.sequence == right.sequence }
    static func < (left: Entry, right: Entry) -> Bool {
      (left.due, left.sequence) < (right.due, right.sequence)
    }
  }

  private var heap = Heap<Entry>()
  private var sequence: UInt64 = 0

  var next: EngineInstant { heap.min?.due ?? .never }

  mutating func set(_ alarm: Alarm, at due: EngineInstant) {
    sequence += 1
    heap.insert(Entry(due: due, sequence: sequence, alarm: alarm))
  }

  mutating func popDue(_ now: EngineInstant) -> Alarm? {
    guard next <= now else { return nil }
    return heap.popMin()?.alarm
  }
}
