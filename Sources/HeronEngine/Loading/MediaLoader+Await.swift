import Synchronization

extension MediaLoader {
  /// Loads and waits for the end. Cancelling the task cancels the load, and the other way round.
  ///
  /// - Throws: the failure; of kind `cancelled` where the task, the tag or everything was cancelled.
  public nonisolated func media(for request: MediaRequest) async throws(MediaLoadError) -> LoadedMedia {
    let end = AwaitedEnd()
    let handle = begin(request, .awaiting { end.receive($0) }, isOnDelivery: true)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { end.wait($0) }
    } onCancel: {
      handle.cancel()
    }
    return try withExtendedLifetime(handle) { () throws(MediaLoadError) in try result.get() }
  }

  /// Loads and gives every event in turn, ending after `finished`. Nothing is asked for before the first event is;
  /// dropping the iterator, or cancelling its task, cancels the load.
  public nonisolated func events(for request: MediaRequest) -> MediaLoadEvents {
    MediaLoadEvents(loader: self, request: request)
  }
}

/// The end of a load that somebody awaits: whichever comes first, the end or the one who waits, finds the other.
private final class AwaitedEnd: Sendable {
  private enum State {
    case open
    case waiting(CheckedContinuation<Result<LoadedMedia, MediaLoadError>, Never>)
    case ended(Result<LoadedMedia, MediaLoadError>)
    case taken
  }

  private let state = Mutex(State.open)

  func receive(_ event: MediaLoad.Event) {
    guard case .finished(let result) = event else { return }
    let continuation = state.withLock { state -> CheckedContinuation<Result<LoadedMedia, MediaLoadError>, Never>? in
      switch state {
      case .open: state = .ended(result)
      case .waiting(let continuation):
        state = .taken
        return continuation
      case .ended, .taken: break
      }
      return nil
    }
    continuation?.resume(returning: result)
  }

  func wait(_ continuation: CheckedContinuation<Result<LoadedMedia, MediaLoadError>, Never>) {
    let result = state.withLock { state -> Result<LoadedMedia, MediaLoadError>? in
      guard case .ended(let result) = state else {
        state = .waiting(continuation)
        return nil
      }
      state = .taken
      return result
    }
    if let result { continuation.resume(returning: result) }
  }
}
