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

  private var reporter: Reporter
  private var report: ProgressReport
  private var meter = RateMeter()
  private var underWay: [Int: LoadUnderWay] = [:]
  private var nextURL = 0
  private var cause = SessionEnd.Cause.completed
  private var isPaused = false
  private var timer: (any EngineTimer)?
  private var waiter: CheckedContinuation<Void, Never>?
  private let began: EngineInstant

  private static let maxUnderWay = 10_000
  private static let pausesAbove = 32
  private static let resumesBelow = 8

  /// A session for `urls`; each is requested like `template`.
  init(_ urls: [String], template: MediaRequest, loader: MediaLoader, reporter: Reporter) {
    self.urls = urls
    self.template = template
    self.loader = loader
    self.reporter = reporter
    clock = DispatchClock(queue: executor.queue)
    began = clock.now
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
    reporter.display.clear()
    // What came over the network, and not what was handed on: equal URLs share a transfer.
    report.bytes = await loader.statistics.bytes
    return SessionEnd(cause: cause, report: report, took: began.duration(to: clock.now), reporter: reporter)
  }

  /// Cancels what is under way and does not start the rest.
  nonisolated func interrupt() {
    executor.submit { self.assumeIsolated { $0.stop(.interrupted) } }
  }

  private var isOver: Bool { nextURL == urls.count && underWay.isEmpty }
}

extension LoadSession {
  private func request() {
    while nextURL < urls.count, underWay.count < Self.maxUnderWay {
      var request = template
      request.url = urls[nextURL]
      nextURL += 1
      let listener = SessionListener(index: nextURL, session: self)
      let handle = loader.load(request, for: listener)
      underWay[nextURL] = LoadUnderWay(handle: handle, listener: listener, submitted: clock.now)
    }
  }

  /// Called where the loader delivers.
  nonisolated func received(_ event: MediaLoad.Event, index: Int) {
    if case .finished = event { finishedButNotReported.add(1, ordering: .relaxed) }
    executor.submit { self.assumeIsolated { $0.handle(event, index: index) } }
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
    if let error = reporter.outputError { stop(.cutOff(error)) }
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
  }

  private func wakeWaiter() {
    waiter?.resume()
    waiter = nil
  }
}

extension LoadSession {
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
