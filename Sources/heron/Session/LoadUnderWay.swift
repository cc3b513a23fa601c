import Heron

/// What a session knows of one load that has not ended.
struct LoadUnderWay {
  enum Stage {
    case waiting
    case active
    case retrying
  }

  /// Kept, since releasing it cancels.
  let handle: MediaLoad
  /// Kept, since the loader holds it weakly.
  let listener: SessionListener
  let submitted: EngineInstant

  private(set) var attempts = 0
  private var stage = Stage.waiting
  private var since: EngineInstant
  private var waited = Duration.zero
  /// Bytes of this attempt that are counted already.
  private var counted: Int64 = 0

  init(handle: MediaLoad, listener: SessionListener, submitted: EngineInstant) {
    self.handle = handle
    self.listener = listener
    self.submitted = submitted
    since = submitted
  }

  /// Takes note of what happened, in itself and in the whole.
  mutating func note(_ event: MediaLoad.Event, now: EngineInstant, report: inout ProgressReport) {
    switch event {
    case .waiting: move(to: .waiting, now: now, &report)
    case .started(let attempt):
      attempts = attempt
      counted = 0
      move(to: .active, now: now, &report)
    case .progressed(let received, _):
      report.bytes += max(0, received - counted)
      counted = max(counted, received)
    case .retrying: move(to: .retrying, now: now, &report)
    case .finished: break
    }
  }

  /// Takes itself out of the counts.
  mutating func close(_ report: inout ProgressReport) { count(-1, in: &report) }

  /// What of a body was not told as progress.
  func missing(of bytes: Int64) -> Int64 { max(0, bytes - counted) }

  /// In line so far.
  func waited(until now: EngineInstant) -> Duration {
    stage == .waiting ? waited + since.duration(to: now) : waited
  }

  private mutating func move(to next: Stage, now: EngineInstant, _ report: inout ProgressReport) {
    count(-1, in: &report)
    waited = waited(until: now)
    stage = next
    since = now
    count(1, in: &report)
  }

  private func count(_ change: Int, in report: inout ProgressReport) {
    switch stage {
    case .waiting: break
    case .active: report.active += change
    case .retrying: report.retrying += change
    }
  }
}

/// Passes the events of one load on to the session.
final class SessionListener: SendableMediaLoadListener {
  private let index: Int
  private let session: LoadSession

  init(index: Int, session: LoadSession) {
    self.index = index
    self.session = session
  }

  func mediaLoad(_ load: MediaLoad, didReceive event: MediaLoad.Event) {
    session.received(event, index: index)
  }
}
