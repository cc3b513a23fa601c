public import HeronEngine
import Synchronization

/// What a run saw: every request of a listener, every event, every attempt. Written in a run's own time.
public final class RunLog: Sendable {
  /// How a request ended for who made it.
  public enum End: Sendable, Hashable {
    /// Media came.
    case delivered(LoadedMedia.Source)
    /// It failed.
    case failed(MediaLoadError.Kind)
    /// Its caller cancelled it, or was released.
    case dropped
  }

  /// One request of a listener.
  public struct Request: Sendable {
    /// The URL.
    public var url: String
    /// The origin's name in the script.
    public var origin: String
    /// The class that it was made with.
    public var priority: RequestPriority
    /// Its tag.
    public var tag: String?
    /// The name of its step.
    public var step: String?
    /// When it was made.
    public var submitted: EngineInstant
    /// When its first attempt started, as it heard.
    public var firstStart: EngineInstant?
    /// When it ended.
    public var ended: EngineInstant?
    /// How it ended; nil: it did not.
    public var end: End?
    /// The attempts that it heard of.
    public var attempts = 0
  }

  /// An event as it was heard.
  public struct Event: Sendable {
    /// When.
    public var moment: EngineInstant
    /// The number of the request.
    public var request: Int
    /// What was heard, or done to it.
    public var text: Text

    /// What was heard, in little memory; words are made of it when they are wanted.
    public enum Text: Sendable, Hashable {
      /// It was made.
      case requested
      /// It is in line.
      case waiting
      /// An attempt starts.
      case started(Int)
      /// Bytes came.
      case progressed(Int64)
      /// It will be tried again.
      case retrying(after: Duration, MediaLoadError.Kind)
      /// It ended.
      case ended(End)
    }
  }

  struct State {
    var requests: [Request] = []
    var events: [Event] = []
    var attempts: [AttemptReport] = []
    var breaches: [InvariantNote] = []
    var deliveriesToDead = 0
    var wrongPictures: [Int] = []
  }

  /// An invariant that was broken.
  public struct InvariantNote: Sendable, Hashable {
    /// When it was seen.
    public var moment: EngineInstant
    /// Which one, and what there was.
    public var text: String
  }

  /// More than these tell nothing new.
  private static let mostBreaches = 20

  let state = Mutex(State())

  /// An empty log.
  public init() {}

  /// Begins a request; its number.
  func add(_ request: Request) -> Int {
    state.withLock { state in
      state.requests.append(request)
      let number = state.requests.count - 1
      state.events.append(Event(moment: request.submitted, request: number, text: .requested))
      return number
    }
  }

  func note(_ text: Event.Text, of request: Int, at moment: EngineInstant) {
    state.withLock { state in
      state.events.append(Event(moment: moment, request: request, text: text))
      switch text {
      case .started(let attempt):
        if state.requests[request].firstStart == nil { state.requests[request].firstStart = moment }
        state.requests[request].attempts = attempt
      case .ended(let end):
        state.requests[request].end = end
        state.requests[request].ended = moment
      case .requested, .waiting, .progressed, .retrying: break
      }
    }
  }

  func add(_ report: AttemptReport) { state.withLock { $0.attempts.append(report) } }

  func breach(_ text: String, at moment: EngineInstant) {
    state.withLock { state in
      guard state.breaches.count < Self.mostBreaches else { return }
      state.breaches.append(InvariantNote(moment: moment, text: text))
    }
  }

  /// Holds every attempt against the times at which none may start (I7), by the script and not by what the loader thinks
  /// of itself. One that starts at the very moment was there before.
  func checkQuiet(_ plan: RunPlan) {
    let attempts = state.withLock(\.attempts)
    for (quiet, spans) in [("the loader was paused", plan.paused), ("the network was away", plan.offline)] {
      for attempt in attempts {
        let started = Duration.nanoseconds(attempt.started)
        guard spans.contains(where: { $0.lowerBound < started && started < $0.upperBound }) else { continue }
        breach("I7: \(attempt.requestURL) started while \(quiet)", at: EngineInstant(nanoseconds: attempt.started))
      }
    }
  }

  func countDeliveryToDead(of request: Int, at moment: EngineInstant) {
    state.withLock { $0.deliveriesToDead += 1 }
    breach("I3: request \(request) was told of something after its listener was released", at: moment)
  }

  func countWrongPicture(of request: Int, at moment: EngineInstant) {
    state.withLock { $0.wrongPictures.append(request) }
    breach("I11: request \(request) was given other bytes than its URL has", at: moment)
  }
}

extension RunLog.Event.Text: CustomStringConvertible {
  /// In words.
  public var description: String {
    switch self {
    case .requested: "requested"
    case .waiting: "waiting"
    case .started(let attempt): "started \(attempt)"
    case .progressed(let bytes): "progressed \(bytes)"
    case .retrying(let after, let kind): "retrying after \(after.nanoseconds / 1_000_000) ms (\(kind.rawValue))"
    case .ended(.delivered(let source)): "delivered from \(source.rawValue)"
    case .ended(.failed(let kind)): "failed: \(kind.rawValue)"
    case .ended(.dropped): "dropped"
    }
  }
}
