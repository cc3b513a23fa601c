import HeronEngine
import Synchronization

/// A view of a scenario: shows one picture at a time, may be given another, and may go.
final class Cell: SendableMediaLoadListener {
  private struct State {
    var handle: MediaLoad?
    var request: Int?
    var isDead = false
    var isMaking = false
    /// The last attempt that it heard of.
    var attempt = 0
  }

  private let log: RunLog
  private let clock: any EngineClock
  /// Whether what came is what the origin has under that URL.
  private let isRight: @Sendable (_ media: LoadedMedia, _ url: String) -> Bool
  private let state = Mutex(State())

  init(_ log: RunLog, clock: any EngineClock, isRight: @escaping @Sendable (LoadedMedia, String) -> Bool) {
    self.log = log
    self.clock = clock
    self.isRight = isRight
  }

  /// The number of the request that it shows.
  var request: Int? { state.withLock(\.request) }

  /// Whether something is still to come.
  var isWaiting: Bool { state.withLock { $0.request != nil && !$0.isDead } }

  /// The handle of what it shows.
  var handle: MediaLoad? { state.withLock(\.handle) }

  /// Shows something else: what was on its way is given up.
  func show(_ request: Int, make: (Cell) -> MediaLoad?) {
    drop()
    state.withLock { state in
      state.request = request
      state.isMaking = true
      state.attempt = 0
    }
    // A hit is heard before the handle is there.
    let handle = make(self)
    state.withLock { state in
      state.isMaking = false
      if state.request == request { state.handle = handle }
    }
  }

  /// Gives up what is on its way.
  func drop() {
    let (handle, request) = state.withLock { state in
      defer {
        state.handle = nil
        state.request = nil
      }
      return (state.handle, state.request)
    }
    if let request { log.note(.ended(.dropped), of: request, at: clock.now) }
    handle?.cancel()
  }

  /// The view goes: from here on nothing may come. What it held goes with it, when its last reference does.
  func die() {
    let request = state.withLock { state in
      state.isDead = true
      return state.request
    }
    if let request { log.note(.ended(.dropped), of: request, at: clock.now) }
  }

  func mediaLoad(_ load: MediaLoad, didReceive event: MediaLoad.Event) {
    let now = clock.now
    let (request, isDead) = state.withLock { state in
      let isOwn = state.handle == nil ? state.isMaking || state.request != nil : state.handle === load
      return (isOwn ? state.request : nil, state.isDead)
    }
    guard !isDead, let request else { return log.countDeliveryToDead(of: request ?? -1, at: now) }
    switch event {
    case .waiting: log.note(.waiting, of: request, at: now)
    case .started(let attempt):
      checkOrder(attempt, request, at: now)
      log.note(.started(attempt), of: request, at: now)
    case .progressed(let received, _): log.note(.progressed(received), of: request, at: now)
    case .retrying(let after, let error): log.note(.retrying(after: after, error.kind), of: request, at: now)
    case .finished(let result): end(request, load, result, at: now)
    }
  }

  // Whoever joins hears from the middle on.
  private func checkOrder(_ attempt: Int, _ request: Int, at now: EngineInstant) {
    let last = state.withLock { state in
      defer { state.attempt = attempt }
      return state.attempt
    }
    guard last > 0, attempt != last + 1 else { return }
    log.breach("I3: request \(request) was told of attempt \(attempt) after \(last)", at: now)
  }

  private func end(
    _ request: Int, _ load: MediaLoad, _ result: Result<LoadedMedia, MediaLoadError>, at now: EngineInstant
  ) {
    state.withLock { state in
      state.request = nil
      state.handle = nil
    }
    switch result {
    case .success(let media):
      log.note(.ended(.delivered(media.source)), of: request, at: now)
      if !isRight(media, load.request.url) { log.countWrongPicture(of: request, at: now) }
    case .failure(let error):
      log.note(.ended(.failed(error.kind)), of: request, at: now)
    }
  }
}
