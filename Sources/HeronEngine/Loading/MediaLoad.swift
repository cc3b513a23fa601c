import Synchronization

/// One caller's hold on a load. Whoever wants the media stores it: releasing it cancels, as `cancel()` does.
///
/// Equal requests share one load, and each caller has a handle of its own. May be used from any thread.
public final class MediaLoad: Sendable {
  /// What happened to a load, in this order: waiting, started, progressed, (retrying, started …), finished.
  public enum Event: Sendable {
    /// It stands in line for a slot. Not told where it starts at once.
    case waiting
    /// An attempt began, counting from 1.
    case started(attempt: Int)
    /// Bytes of the body so far, and how many are expected where the server says so. At most ten a second.
    case progressed(received: Int64, expected: Int64?)
    /// An attempt failed; the next one comes after the wait, or later if there is no slot then.
    case retrying(after: Duration, because: MediaLoadError)
    /// The end: exactly one of these reaches a live listener that has not cancelled.
    case finished(Result<LoadedMedia, MediaLoadError>)
  }

  /// What is wanted.
  public let request: MediaRequest

  let recipient: Recipient
  let loader: MediaLoader
  let word: Atomic<UInt64>

  init(_ request: MediaRequest, recipient: consuming Recipient, loader: MediaLoader) {
    self.request = request
    self.recipient = recipient
    self.loader = loader
    word = Atomic(Word(status: .live, priority: request.priority, load: nil).bits)
  }

  deinit { end(as: .released) }
}

extension MediaLoad {
  /// How urgently it is wanted. A shared load runs at the most urgent class of those who want it.
  public var priority: RequestPriority {
    get { Word(bits: word.load(ordering: .relaxed)).priority }
    set { changePriority(to: newValue) }
  }

  /// Whether neither its end was told nor it was cancelled.
  public var isLive: Bool { Word(bits: word.load(ordering: .acquiring)).status.isLive }

  /// Ends this caller's interest. Never blocks.
  ///
  /// Called where the listener is called (also from inside an event): nothing is called afterwards. Called anywhere
  /// else: no event begins afterwards, one that has begun may still run. Between this and `finished` the first wins.
  public func cancel() { end(as: .cancelled) }
}
