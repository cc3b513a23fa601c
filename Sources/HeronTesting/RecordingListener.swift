public import HeronEngine
import Synchronization

/// A listener that writes down what it hears, and traps when it hears what it never may: an event after the end,
/// progress without a start, a retry without an attempt.
public final class RecordingListener: SendableMediaLoadListener {
  private struct State {
    var events: [MediaLoad.Event] = []
    var moments: [EngineInstant] = []
    var ends = 0
    var started = 0
    var notBefore = EngineInstant.zero
  }

  /// What it is called in timelines.
  public let name: String
  private let world: VirtualWorld
  private let timeline: Timeline?
  private let state = Mutex(State())
  private let reaction: (@Sendable (MediaLoad, MediaLoad.Event) -> Void)?

  /// A listener in a world; `reaction` runs inside of each event.
  public init(
    _ name: String, in world: VirtualWorld, timeline: Timeline? = nil,
    reaction: (@Sendable (MediaLoad, MediaLoad.Event) -> Void)? = nil
  ) {
    self.name = name
    self.world = world
    self.timeline = timeline
    self.reaction = reaction
  }

  /// Everything heard.
  public var events: [MediaLoad.Event] { state.withLock(\.events) }
  /// When each event was heard.
  public var moments: [EngineInstant] { state.withLock(\.moments) }
  /// Everything heard, in words.
  public var text: [String] { events.map(Timeline.text(of:)) }
  /// How often an end was heard: never more than once.
  public var ends: Int { state.withLock(\.ends) }

  /// The end, once it was heard.
  public var result: Result<LoadedMedia, MediaLoadError>? {
    guard case .finished(let result)? = events.last else { return nil }
    return result
  }

  /// The media, where it was loaded.
  public var media: LoadedMedia? { try? result?.get() }

  /// The failure, where it failed.
  public var error: MediaLoadError? {
    guard case .failure(let error)? = result else { return nil }
    return error
  }

  /// Notes the event and holds it against the contract.
  public func mediaLoad(_ load: MediaLoad, didReceive event: MediaLoad.Event) {
    let now = world.now
    state.withLock { state in
      precondition(state.ends == 0, "I3: \(name) heard \(event) after the end")
      switch event {
      case .finished: state.ends += 1
      case .started(let attempt):
        // A fallback counts anew, and whoever joins late hears from the middle on.
        let isNext = attempt == state.started + 1 || state.started == 0 || !load.request.fallbacks.isEmpty
        precondition(isNext, "I4: attempt \(attempt) after \(state.started)")
        let isDue = now >= state.notBefore || !load.request.fallbacks.isEmpty
        precondition(isDue, "I7: \(name) was retried before its wait was over")
        state.started = attempt
      // The network's return may cut a wait short that no origin asked for.
      case .retrying(let after, let error):
        if error.retryAfter != nil { state.notBefore = now.advanced(by: after) }
      case .progressed: precondition(state.started > 0, "progress without an attempt")
      case .waiting: break
      }
      state.events.append(event)
      state.moments.append(now)
    }
    timeline?.note(name, event)
    reaction?(load, event)
  }
}
