import Heron
import Synchronization

/// One load of a session that has not ended: notes what happens where the loader delivers it, so that only its end
/// crosses over to the session.
final class LoadUnderWay: SendableMediaLoadListener {
  /// How a load ended, and when.
  struct End: Sendable {
    var result: LoadResult
    /// What came, where more is done with it than telling of it.
    var media: LoadedMedia?
    var moment: EngineInstant

    /// The memory that it keeps.
    var bytes: Int { (media?.body?.count ?? 0) + (media?.image?.pixels.count ?? 0) }
  }

  fileprivate enum Stage {
    case waiting
    case active
    case retrying
  }

  private struct Notes {
    var attempts = 0
    var stage = Stage.waiting
    var since: EngineInstant
    var waited = Duration.zero
    /// Bytes of this attempt that are counted already.
    var counted: Int64 = 0

    func waited(until now: EngineInstant) -> Duration {
      stage == .waiting ? waited + since.duration(to: now) : waited
    }

    mutating func move(to next: Stage, now: EngineInstant, _ counts: LoadCounts) {
      counts.move(from: stage.count, to: next.count)
      waited = waited(until: now)
      stage = next
      since = now
    }
  }

  /// The URL's place in the input, from 1.
  let index: Int
  let submitted: EngineInstant
  private let url: String
  private let session: LoadSession
  private let notes: Mutex<Notes>

  init(_ index: Int, url: String, session: LoadSession, submitted: EngineInstant) {
    self.index = index
    self.url = url
    self.session = session
    self.submitted = submitted
    notes = Mutex(Notes(since: submitted))
  }

  /// Attempts begun so far.
  var attempts: Int { notes.withLock(\.attempts) }

  /// In line so far.
  func waited(until now: EngineInstant) -> Duration { notes.withLock { $0.waited(until: now) } }

  func mediaLoad(_ load: MediaLoad, didReceive event: MediaLoad.Event) {
    let now = session.clock.now
    let counts = session.counts
    switch event {
    case .waiting: notes.withLock { $0.move(to: .waiting, now: now, counts) }
    case .started(let attempt):
      notes.withLock { notes in
        notes.attempts = attempt
        notes.counted = 0
        notes.move(to: .active, now: now, counts)
      }
    case .progressed(let received, _):
      notes.withLock { notes in
        counts.add(bytes: received - notes.counted)
        notes.counted = max(notes.counted, received)
      }
    case .retrying: notes.withLock { $0.move(to: .retrying, now: now, counts) }
    case .finished(let result): finish(result, now)
    }
  }

  // Media that is only told of is let go here, by the thread that has it at hand.
  private func finish(_ end: Result<LoadedMedia, MediaLoadError>, _ now: EngineInstant) {
    var result: LoadResult
    var kept: LoadedMedia?
    switch end {
    case .success(let media):
      result = LoadResult(index, url: url, media: media)
      if session.keepsMedia { kept = media }
    case .failure(let error): result = LoadResult(index, url: url, error: error)
    }
    result.elapsed = submitted.duration(to: now)
    notes.withLock { notes in
      session.counts.move(from: notes.stage.count, to: nil)
      if case .failure = end { result.waited = notes.waited(until: now) }
      if result.source == .network { session.counts.add(bytes: Int64(result.bytes ?? 0) - notes.counted) }
    }
    session.received(End(result: result, media: kept, moment: now))
  }
}

extension LoadUnderWay.Stage {
  fileprivate var count: LoadCounts.Count? {
    switch self {
    case .waiting: nil
    case .active: .active
    case .retrying: .retrying
    }
  }
}

/// What the loads of a session do at the moment, counted where they do it.
final class LoadCounts: Sendable {
  enum Count {
    case active
    case retrying
  }

  private let active = Atomic<Int>(0)
  private let retrying = Atomic<Int>(0)
  private let bytes = Atomic<Int64>(0)

  func move(from old: Count?, to new: Count?) {
    if let old { add(-1, to: old) }
    if let new { add(1, to: new) }
  }

  /// Adds what has come and was not counted yet; nothing where it was.
  func add(bytes count: Int64) { if count > 0 { bytes.add(count, ordering: .relaxed) } }

  func fill(_ report: inout ProgressReport) {
    report.active = active.load(ordering: .relaxed)
    report.retrying = retrying.load(ordering: .relaxed)
    report.bytes = bytes.load(ordering: .relaxed)
  }

  private func add(_ change: Int, to count: Count) {
    switch count {
    case .active: active.add(change, ordering: .relaxed)
    case .retrying: retrying.add(change, ordering: .relaxed)
    }
  }
}
