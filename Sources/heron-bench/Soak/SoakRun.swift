import Dispatch
import Heron
import HeronScenarios

/// A soak from its first request to the last descriptor.
struct SoakRun {
  var time: Duration
  var rate: Double
  var seed: UInt64

  /// How long the requests under way have to end once no more are made.
  private static let mostDrain = Duration.seconds(120)
  /// How long a released loader has to close what it had open.
  private static let mostRelease = Duration.seconds(10)

  /// Makes requests until the time is over, or the task is cancelled, and judges what was seen.
  func run() async throws -> SoakResult {
    let origins = try SoakOriginProcess(seed: seed)
    try await warmUp(origins)
    let files = SoakMeters.openFiles
    let descriptors = SoakMeters.descriptors
    var result = try await load(origins)
    let descriptorsAfter =
      await settle(within: Self.mostRelease) { SoakMeters.descriptors <= descriptors }
      ? descriptors : SoakMeters.descriptors
    let left = SoakMeters.openFiles.filter { files[$0.key] != $0.value }.map { "\($0.key) \($0.value)" }.sorted()
    result.judge(descriptorsBefore: descriptors, descriptorsAfter: descriptorsAfter, left: left)
    if !origins.isRunning { result.ledger.found("The origins ended before the soak did.") }
    return result
  }

  // What the process opens once and keeps, Dispatch's own for example, is nobody's leak.
  private func warmUp(_ origins: SoakOriginProcess) async throws {
    let loader = try SoakLoader.make(caFile: origins.caFile, seed: seed)
    for kind in [SoakKind.small, .secureSmall] {
      _ = try await loader.media(for: MediaRequest(kind.url(0, at: origins.bases[kind.origin] ?? "")))
    }
    // A timer of each kind: the loader's, and the one by which samples are taken.
    let queue = DispatchQueue(label: "heron-bench.warm-up")
    let clock = DispatchClock(queue: queue)
    let fired = AsyncStream<Void>.makeStream()
    let timer = clock.makeTimer { fired.continuation.finish() }
    timer.arm(at: clock.now.advanced(by: .milliseconds(1)))
    for await _ in fired.stream {}
    timer.cancel()
    try await Task.sleep(for: .milliseconds(1))
  }

  private func load(_ origins: SoakOriginProcess) async throws -> SoakResult {
    let loader = try SoakLoader.make(caFile: origins.caFile, seed: seed)
    let callers = SoakCallers(loader, rate: rate, seed: seed, bases: origins.bases)
    let samples = await sample(loader, callers)
    let wasInterrupted = Task.isCancelled
    // Whoever has interrupted the soak still wants to know how it ended.
    return await Task { await drain(loader, callers, samples, wasInterrupted) }.value
  }

  private func sample(_ loader: MediaLoader, _ callers: SoakCallers) async -> [SoakSample] {
    let interval = max(.seconds(1), time / 1800)
    var samples: [SoakSample] = []
    // All pages of it are there from the beginning, so that what is measured does not grow by the measuring.
    let empty = SoakSample(moment: 0, resident: 0, descriptors: 0, threads: 0)
    samples = Array(repeating: empty, count: Int(time / interval) + 1)
    samples.removeAll(keepingCapacity: true)
    let start = callers.clock.now
    let display = SoakDisplay(time: time)
    await callers.start()
    while start.duration(to: callers.clock.now) < time {
      let next = interval * (samples.count + 1)
      let wait = next - start.duration(to: callers.clock.now)
      do { try await Task.sleep(for: max(wait, .zero)) } catch { break }
      var sample = SoakMeters.sample(since: start, now: callers.clock.now)
      sample.take(await loader.statistics)
      samples.append(sample)
      display.show(sample, findings: await callers.ledger.findingCount)
    }
    display.clear()
    return samples
  }

  private func drain(
    _ loader: MediaLoader, _ callers: SoakCallers, _ samples: [SoakSample], _ wasInterrupted: Bool
  ) async -> SoakResult {
    await callers.stop()
    _ = await settle(within: Self.mostDrain) {
      // The ends are told before they are counted, and heard after.
      let owed = await callers.sweep()
      return await loader.statistics.live == 0 && owed == 0
    }
    await callers.reportMissing()
    return SoakResult(
      samples: samples, ledger: await callers.ledger, statistics: await loader.statistics,
      wasInterrupted: wasInterrupted)
  }

  private func settle(within limit: Duration, _ isSettled: () async -> Bool) async -> Bool {
    for _ in 0..<Int(limit / .milliseconds(100)) {
      if await isSettled() { return true }
      try? await Task.sleep(for: .milliseconds(100))
    }
    return await isSettled()
  }
}

extension SoakSample {
  /// Adds what a loader tells of itself.
  fileprivate mutating func take(_ statistics: Statistics) {
    active = Int32(clamping: statistics.active)
    waiting = Int32(clamping: statistics.waiting)
    parked = Int32(clamping: statistics.parked)
    backoff = Int32(clamping: statistics.backoff)
    live = Int32(clamping: statistics.live)
    submitted = Int32(clamping: statistics.submitted)
    delivered = Int32(clamping: statistics.delivered)
    failed = Int32(clamping: statistics.failed)
    givenUp = Int32(clamping: statistics.cancelled + statistics.released + statistics.orphaned)
  }
}
