import Synchronization

/// What has ended elsewhere and is on its way to a queue that reports it.
///
/// Where it comes closely, the queue is called once for many: one that is woken for each spends more on waking than on
/// its work. Who is called takes everything, and looks again by itself until there is nothing to take.
final class BatchInbox<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    /// Of those elements.
    var bytes = 0
    /// Those elements, and what was taken and is not reported yet.
    var unreported = (count: 0, bytes: 0)
    /// Whether the queue has been called, or will look by itself.
    var isLookDue = false
    var isCalled = false
    var isCrowded = false

    /// Sees whether more wait to be reported than should, or few do after that.
    mutating func judge(_ tell: (Bool) -> Void) {
      let isCrowded =
        isCrowded
        ? unreported.count >= freeBelow.count || unreported.bytes >= freeBelow.bytes
        : unreported.count > crowdedAbove.count || unreported.bytes > crowdedAbove.bytes
      guard isCrowded != self.isCrowded else { return }
      self.isCrowded = isCrowded
      tell(isCrowded)
    }
  }

  private let state = Mutex(State())
  private let crowdedOrFree: @Sendable (Bool) -> Void

  /// An empty inbox; `crowdedOrFree` is told, in order and by whoever brings it about, that more wait to be reported
  /// than should, even where the queue is busy with one, and that few do again.
  init(crowdedOrFree: @escaping @Sendable (Bool) -> Void) { self.crowdedOrFree = crowdedOrFree }

  private static var callsAtCount: Int { 64 }
  private static var callsAtBytes: Int { 1 << 20 }

  /// Takes an element in that keeps so many bytes of memory. Returns whether the queue is to be called for it.
  func add(_ element: Element, bytes: Int) -> Bool {
    state.withLock { state in
      state.elements.append(element)
      state.bytes += bytes
      state.unreported.count += 1
      state.unreported.bytes += bytes
      state.judge(crowdedOrFree)
      let isFull = state.elements.count >= Self.callsAtCount || state.bytes >= Self.callsAtBytes
      guard !state.isLookDue || isFull && !state.isCalled else { return false }
      state.isLookDue = true
      state.isCalled = true
      return true
    }
  }

  /// Takes everything out. Where that is nothing, the queue is called again for the next one.
  func take() -> [Element] {
    state.withLock { state in
      let elements = state.elements
      state.elements = []
      state.bytes = 0
      state.isCalled = false
      state.isLookDue = !elements.isEmpty
      return elements
    }
  }

  /// One that was taken has been reported.
  func reported(bytes: Int) {
    state.withLock { state in
      state.unreported.count -= 1
      state.unreported.bytes -= bytes
      state.judge(crowdedOrFree)
    }
  }
}

private let crowdedAbove = (count: 256, bytes: 8 << 20)
private let freeBelow = (count: 64, bytes: 2 << 20)
