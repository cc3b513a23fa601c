import Dispatch
import Heron
import Synchronization

/// Loads many URLs by one loader and reports on each, on a queue of its own.
///
/// Only so many requests are with the loader at a time; where results come faster than they can be written, the
/// loader starts nothing more until they are.
actor LoadSession {
  nonisolated let executor = DispatchExecutor(DispatchQueue(label: "heron.session"))
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let loader: MediaLoader
  private let template: MediaRequest
  private let urls: [String]
  private let clock: DispatchClock
  private nonisolated let finishedButNotReported = Atomic<Int>(0)
  private nonisolated let inbox = Mutex(Inbox())

  private var reporter: Reporter
  private var report: ProgressReport
  private var meter = RateMeter()
  private var underWay: [Int: LoadUnderWay] = [:]
  private var nextURL = 0
  private var cause = SessionEnd.Cause.completed
  private var isPaused = false
  private var timer: (any EngineTimer)?
  private var waiter: CheckedContinuation<Void, Never>?
  private var began: EngineInstant?
  private var lastResult = EngineInstant.zero
  private var lastFlush = EngineInstant.zero
  private var flushTimer: (any EngineTimer)?
  private var isFlushArmed = false

  private static let maxUnderWay = 10_000
  private static let pausesAbove = 32
  private static let resumesBelow = 8
  /// The longest that a line is kept so that others go with it.
  private static let flushInterval = Duration.milliseconds(50)

  /// A session for `urls`; each is requested like `template`.
  init(_ urls: [String], template: MediaRequest, loader: MediaLoader, reporter: Reporter) {
    self.urls = urls
    self.template = template
    self.loader = loader
    self.reporter = reporter
    clock = DispatchClock(queue: executor.queue)
    report = ProgressReport(total: urls.count)
  }

  /// Loads everything, or until ``interrupt()``.
  func run() async -> SessionEnd {
    startTimer()
    request()
    if !isOver {
      await withCheckedContinuation { waiter = $0 }
    }
    timer?.cancel()
    flushTimer?.cancel()
    reporter.flush()
    if let error = reporter.outputError, cause.isCompletion { cause = .cutOff(error) }
    reporter.display.clear()
    // What came over the network, and not what was handed on: equal URLs share a transfer.
    report.bytes = await loader.statistics.bytes
    let took = began.map { max(.zero, $0.duration(to: lastResult)) } ?? .zero
    return SessionEnd(cause: cause, report: report, took: took, reporter: reporter)
  }

  /// Cancels what is under way and does not start the rest.
  nonisolated func interrupt() {
    executor.submit { self.assumeIsolated { $0.stop(.interrupted) } }
  }

  private var isOver: Bool { nextURL == urls.count && underWay.isEmpty }
}

/// Events on their way to a session: it is woken once for all that come before it looks.
private struct Inbox {
  var events: [(MediaLoad.Event, Int)] = []
  var isTurnDue = false
}

extension LoadSession {
  private func request() {
    while nextURL < urls.count, underWay.count < Self.maxUnderWay {
      var request = template
      request.url = urls[nextURL]
      nextURL += 1
      let listener = SessionListener(index: nextURL, session: self)
      if began == nil { began = clock.now }
      let handle = loader.load(request, for: listener)
      underWay[nextURL] = LoadUnderWay(handle: handle, listener: listener, submitted: clock.now)
    }
  }

  /// Called where the loader delivers.
  nonisolated func received(_ event: MediaLoad.Event, index: Int) {
    if case .finished = event { finishedButNotReported.add(1, ordering: .relaxed) }
    let wakes = inbox.withLock { inbox in
      inbox.events.append((event, index))
      defer { inbox.isTurnDue = true }
      return !inbox.isTurnDue
    }
    if wakes { executor.submit { self.assumeIsolated { $0.takeEvents() } } }
  }

  private func takeEvents() {
    while true {
      let events = inbox.withLock { inbox in
        defer { inbox.events = [] }
        if inbox.events.isEmpty { inbox.isTurnDue = false }
        return inbox.events
      }
      if events.isEmpty { return }
      for (event, index) in events { handle(event, index: index) }
    }
  }

  private func handle(_ event: MediaLoad.Event, index: Int) {
    if case .finished(let result) = event {
      finish(index, result)
      finishedButNotReported.subtract(1, ordering: .relaxed)
      request()
      if isOver { wakeWaiter() }
    } else if var load = underWay[index] {
      load.note(event, now: clock.now, report: &report)
      underWay[index] = load
    }
    throttle()
  }

  // Pausing and resuming are decided here only, so that they reach the loader in this order.
  private func throttle() {
    let backlog = finishedButNotReported.load(ordering: .relaxed)
    if !isPaused, backlog > Self.pausesAbove {
      isPaused = true
      loader.pause()
    } else if isPaused, backlog < Self.resumesBelow {
      isPaused = false
      loader.resume()
    }
  }

  private func finish(_ index: Int, _ end: Result<LoadedMedia, MediaLoadError>) {
    // Nothing where it was cancelled while the event was on its way.
    guard var load = underWay.removeValue(forKey: index) else { return }
    load.close(&report)
    let url = load.handle.request.url
    var result: LoadResult
    var media: LoadedMedia?
    switch end {
    case .success(let loaded):
      media = loaded
      result = LoadResult(index, url: url, media: loaded)
      if loaded.source == .network { report.bytes += load.missing(of: Int64(loaded.body?.count ?? 0)) }
    case .failure(let error):
      result = LoadResult(index, url: url, error: error)
      result.waited = load.waited(until: clock.now)
    }
    result.elapsed = load.submitted.duration(to: clock.now)
    tell(result, media)
  }

  private func tell(_ result: LoadResult, _ media: LoadedMedia?) {
    switch reporter.receive(result, media).outcome {
    case .loaded: report.loaded += 1
    case .failed: report.failed += 1
    case .cancelled: report.cancelled += 1
    }
    lastResult = clock.now
    if let error = reporter.outputError { stop(.cutOff(error)) } else { flushSoon() }
  }

  private func stop(_ cause: SessionEnd.Cause) {
    guard self.cause.isCompletion, !isOver || cause.isCutOff else { return }
    self.cause = cause
    let cancelled = underWay.sorted { $0.key < $1.key }
    underWay = [:]
    for (index, load) in cancelled {
      load.handle.cancel()
      var load = load
      load.close(&report)
      tellCancelled(index, load)
    }
    while nextURL < urls.count {
      nextURL += 1
      tellCancelled(nextURL, nil)
    }
    wakeWaiter()
  }

  private func tellCancelled(_ index: Int, _ load: LoadUnderWay?) {
    var result = LoadResult(cancelled: index, url: urls[index - 1])
    if let load {
      result.attempts = load.attempts
      result.waited = load.waited(until: clock.now)
      result.elapsed = load.submitted.duration(to: clock.now)
    }
    // A reader that has left is not written to again.
    if !cause.isCutOff { _ = reporter.receive(result, nil) }
    report.cancelled += 1
    lastResult = clock.now
  }

  private func wakeWaiter() {
    waiter?.resume()
    waiter = nil
  }
}

extension LoadSession {
  // A line after silence goes out at once; those that follow it closely go out together.
  private func flushSoon() {
    guard reporter.hasUnwrittenLines, !isFlushArmed else { return }
    let due = lastFlush.advanced(by: Self.flushInterval)
    guard due > clock.now else { return flush() }
    let timer = flushTimer ?? clock.makeTimer { [weak self] in self?.assumeIsolated { $0.flush() } }
    flushTimer = timer
    isFlushArmed = true
    timer.arm(at: due)
  }

  private func flush() {
    isFlushArmed = false
    lastFlush = clock.now
    reporter.flush()
    if let error = reporter.outputError { stop(.cutOff(error)) }
  }

  private func startTimer() {
    guard let interval = reporter.display.interval else { return }
    let timer = clock.makeTimer { [weak self] in self?.assumeIsolated { $0.tick(interval) } }
    self.timer = timer
    timer.arm(at: clock.now.advanced(by: interval))
  }

  private func tick(_ interval: Duration) {
    report.bytesPerSecond = meter.rate(at: clock.now, total: report.bytes)
    reporter.display.show(report)
    timer?.arm(at: clock.now.advanced(by: interval))
  }
}
