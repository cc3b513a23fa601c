import Dispatch
import Heron

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
  nonisolated let clock: DispatchClock
  nonisolated let counts = LoadCounts()
  /// Whether what comes is needed for more than a line.
  nonisolated let keepsMedia: Bool
  private nonisolated let gate: StartGate
  private nonisolated let inbox: BatchInbox<LoadUnderWay.End>

  private var reporter: Reporter
  private var report: ProgressReport
  private var meter = RateMeter()
  /// By place in the input. The handles are kept, since releasing one cancels, and the listeners, since the loader holds
  /// them weakly.
  private var underWay: [Int: (handle: MediaLoad, load: LoadUnderWay)] = [:]
  private var nextURL = 0
  private var cause = SessionEnd.Cause.completed
  private var timer: (any EngineTimer)?
  private var waiter: CheckedContinuation<Void, Never>?
  private var began: EngineInstant?
  private var lastResult = EngineInstant.zero
  private var lastFlush = EngineInstant.zero
  private var flushTimer: (any EngineTimer)?
  private var isFlushArmed = false
  private var lookTimer: (any EngineTimer)?
  private var isLookArmed = false

  private static let maxUnderWay = 10_000
  /// The longest that an end waits for others to be reported with, where one has just been.
  private static let lookInterval = Duration.milliseconds(10)
  /// The longest that a line is kept so that others go with it.
  private static let flushInterval = Duration.milliseconds(50)

  /// A session for `urls`; each is requested like `template`.
  init(_ urls: [String], template: MediaRequest, loader: MediaLoader, reporter: Reporter) {
    self.urls = urls
    self.template = template
    self.loader = loader
    self.reporter = reporter
    keepsMedia = reporter.needsMedia
    let gate = StartGate(loader)
    self.gate = gate
    inbox = BatchInbox { isCrowded in gate.set(open: !isCrowded) }
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
    lookTimer?.cancel()
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
    // At once, also where standard output is blocked.
    gate.close()
    executor.submit {
      self.assumeIsolated { session in
        // What had ended before is told as it ended.
        session.tellEnded()
        session.stop(.interrupted)
      }
    }
  }

  private var isOver: Bool { nextURL == urls.count && underWay.isEmpty }
}

extension LoadSession {
  private func request() {
    while nextURL < urls.count, underWay.count < Self.maxUnderWay {
      var request = template
      request.url = urls[nextURL]
      nextURL += 1
      let now = clock.now
      if began == nil { began = now }
      let load = LoadUnderWay(nextURL, url: request.url, session: self, submitted: now)
      underWay[nextURL] = (loader.load(request, for: load), load)
    }
  }

  /// Called where the loader delivers.
  nonisolated func received(_ end: LoadUnderWay.End) {
    if inbox.add(end, bytes: end.bytes) { executor.submit { self.assumeIsolated { $0.look() } } }
  }

  private func look() {
    let hasFound = tellEnded()
    request()
    if isOver { wakeWaiter() } else if hasFound { lookLater() }
  }

  @discardableResult
  private func tellEnded() -> Bool {
    let ends = inbox.take()
    for end in ends {
      finish(end)
      inbox.reported(bytes: end.bytes)
    }
    return !ends.isEmpty
  }

  private func lookLater() {
    guard !isLookArmed else { return }
    let timer = lookTimer ?? clock.makeTimer { [weak self] in self?.assumeIsolated { $0.lookNow() } }
    lookTimer = timer
    isLookArmed = true
    timer.arm(at: clock.now.advanced(by: Self.lookInterval))
  }

  private func lookNow() {
    isLookArmed = false
    look()
  }

  private func finish(_ end: LoadUnderWay.End) {
    // Nothing where it was cancelled while the end was on its way.
    guard underWay.removeValue(forKey: end.result.index) != nil else { return }
    lastResult = max(lastResult, end.moment)
    tell(end.result, end.media)
  }

  private func tell(_ result: LoadResult, _ media: LoadedMedia?) {
    switch reporter.receive(result, media).outcome {
    case .loaded: report.loaded += 1
    case .failed: report.failed += 1
    case .cancelled: report.cancelled += 1
    }
    if let error = reporter.outputError { stop(.cutOff(error)) } else { flushSoon() }
  }

  private func stop(_ cause: SessionEnd.Cause) {
    guard self.cause.isCompletion, !isOver || cause.isCutOff else { return }
    self.cause = cause
    (report.active, report.retrying) = (0, 0)
    gate.close()
    let cancelled = underWay.sorted { $0.key < $1.key }
    underWay = [:]
    for (index, entry) in cancelled {
      entry.handle.cancel()
      tellCancelled(index, entry.load)
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
    if cause.isCompletion { counts.fill(&report) }
    report.bytesPerSecond = meter.rate(at: clock.now, total: report.bytes)
    reporter.display.show(report)
    timer?.arm(at: clock.now.advanced(by: interval))
  }
}
