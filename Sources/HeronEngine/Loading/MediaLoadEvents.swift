import DequeModule
import Synchronization

/// The events of one load as an asynchronous sequence. Progress that nobody has taken yet is replaced by newer.
public struct MediaLoadEvents: AsyncSequence, Sendable {
  /// One thing that happened to the load.
  public typealias Element = MediaLoad.Event
  /// It never fails: failures are the last event.
  public typealias Failure = Never

  let loader: MediaLoader
  let request: MediaRequest

  /// Begins the load; each iterator is a request of its own.
  public func makeAsyncIterator() -> AsyncIterator {
    let buffer = EventBuffer()
    let handle = loader.begin(request, .awaiting { buffer.receive($0) }, isOnDelivery: true)
    return AsyncIterator(buffer: buffer, handle: handle)
  }

  /// Takes the events in turn; dropping it cancels the load.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let buffer: EventBuffer
    /// The handle of the load: to change its priority, or to cancel it.
    public let handle: MediaLoad

    /// The next event; nil after the last. Cancelling the load or the task ends it with a failure of kind `cancelled`.
    public mutating func next() async -> MediaLoad.Event? {
      let (buffer, handle) = (self.buffer, self.handle)
      return await withTaskCancellationHandler {
        await withCheckedContinuation { buffer.wait($0) }
      } onCancel: {
        handle.cancel()
      }
    }
  }
}

/// Events between the loader, which never waits, and one who takes them at leisure.
final class EventBuffer: Sendable {
  private struct State {
    var events: Deque<MediaLoad.Event> = []
    var waiting: CheckedContinuation<MediaLoad.Event?, Never>?
    var hasEnded = false
  }

  private let state = Mutex(State())

  func receive(_ event: MediaLoad.Event) {
    let waiting = state.withLock { state -> CheckedContinuation<MediaLoad.Event?, Never>? in
      guard !state.hasEnded else { return nil }
      if case .finished = event { state.hasEnded = true }
      if let waiting = state.waiting {
        state.waiting = nil
        return waiting
      }
      if case .progressed = event, case .progressed? = state.events.last { state.events.removeLast() }
      state.events.append(event)
      return nil
    }
    waiting?.resume(returning: event)
  }

  func wait(_ continuation: CheckedContinuation<MediaLoad.Event?, Never>) {
    let ready = state.withLock { state -> MediaLoad.Event?? in
      if let event = state.events.popFirst() { return .some(event) }
      if state.hasEnded { return .some(nil) }
      state.waiting = continuation
      return nil
    }
    if let ready { continuation.resume(returning: ready) }
  }
}
