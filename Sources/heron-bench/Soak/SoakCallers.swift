import Dispatch
import Heron
import HeronScenarios

/// The callers of a soak: they make requests at a steady rate, give some of them up, and hold every end against what
/// its kind permits.
actor SoakCallers {
  nonisolated let executor = DispatchExecutor(DispatchQueue(label: "heron-bench.soak"))
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// One request under way.
  struct Open {
    var call: SoakDraw.Call
    var begun: EngineInstant
    var handle: MediaLoad?
    var listener: SoakListener?
    var task: Task<Void, Never>?
    var isGivenUp = false
  }

  let loader: MediaLoader
  let clock: DispatchClock
  private let rate: Double
  private(set) var ledger = SoakLedger()
  private var draw: SoakDraw
  private var open: [Int: Open] = [:]
  /// The requests that are given up in a tick.
  private var due: [Int64: [Int]] = [:]
  private var number = 0
  private var timer: (any EngineTimer)?
  private let began: EngineInstant
  private var lastTick: Int64 = 0
  private var control = SoakControl()

  private static let tick = Duration.milliseconds(5)
  private static let ticksPerSecond: Int64 = 200

  init(_ loader: MediaLoader, rate: Double, seed: UInt64, bases: [SoakOrigin: String]) {
    self.loader = loader
    self.rate = rate
    draw = SoakDraw(seed: seed, bases: bases)
    clock = DispatchClock(queue: executor.queue)
    began = clock.now
  }

  /// Begins to make requests.
  func start() {
    let timer = clock.makeTimer { [weak self] in self?.assumeIsolated { $0.turn() } }
    self.timer = timer
    timer.arm(at: clock.now.advanced(by: Self.tick))
  }

  /// Makes no more requests; those under way come to their ends.
  func stop() {
    control.release(loader)
    timer?.cancel()
    timer = nil
    // What was still to be given up is given up now, so that no listener that should be dead lives on.
    for number in due.values.joined() { giveUp(number) }
    due = [:]
  }

  /// Lets go of what has ended without a word. Returns how many are still owed an end.
  func sweep() -> Int {
    for (number, entry) in open {
      guard let handle = entry.handle, !handle.isLive else { continue }
      if !entry.call.manner.isOwedAnEnd { open[number] = nil }
    }
    return open.values.count { $0.call.manner.isOwedAnEnd }
  }

  /// Names the requests whose ends were never told, once the loader has none.
  func reportMissing() {
    for (number, entry) in open where entry.call.manner.isOwedAnEnd {
      ledger.found("\(entry.call.url) was never told of its end (request \(number)).")
    }
    open = [:]
  }
}

extension SoakCallers {
  private func turn() {
    let tick = began.duration(to: clock.now) / Self.tick
    let now = Int64(tick)
    let wanted = Int(tick * rate / Double(Self.ticksPerSecond))
    while number < wanted { begin(now) }
    for tick in lastTick...max(now, lastTick) { due.removeValue(forKey: tick)?.forEach(giveUp) }
    lastTick = now + 1
    if control.turn(loader, seconds: Double(now) / Double(Self.ticksPerSecond)) { _ = sweep() }
    timer?.arm(at: clock.now.advanced(by: Self.tick))
  }

  private func begin(_ tick: Int64) {
    let call = draw.call()
    number += 1
    ledger.began(call.kind)
    var request = MediaRequest(call.url, priority: call.priority)
    // As a picture it would be refused by its first bytes, long before it is too large.
    if call.kind == .gzipBomb { request.kind = .data }
    if call.manner == .turnsPage { request.tag = control.page }
    var entry = Open(call: call, begun: clock.now)
    switch call.manner {
    case .prefetches: entry.handle = loader.prefetch(request)
    case .awaits, .stopsAwaiting: entry.task = awaitMedia(request, number)
    case .staysByListener, .dies:
      let listener = SoakListener(number: number, callers: self)
      entry.listener = listener
      loader.load(request, for: listener, lifetime: .listener)
    case .stays, .cancels, .releases, .forgets, .turnsPage:
      let listener = SoakListener(number: number, callers: self)
      entry.listener = listener
      entry.handle = loader.load(request, for: listener)
    }
    open[number] = entry
    let patience = Int64(call.patience / Self.tick)
    if call.manner.isGivenUp, patience > 0 { due[tick + patience, default: []].append(number) }
    if call.manner.isGivenUp, patience == 0 { giveUp(number) }
    if draw.happens(oneIn: 20) { entry.handle?.priority = .urgent }
  }

  private func awaitMedia(_ request: MediaRequest, _ number: Int) -> Task<Void, Never> {
    Task { [loader] in
      do throws(MediaLoadError) {
        let media = try await loader.media(for: request)
        ended(number, .success(media), isFirst: true, url: request.url)
      } catch {
        ended(number, .failure(error), isFirst: true, url: request.url)
      }
    }
  }

  private func giveUp(_ number: Int) {
    guard let entry = open[number] else { return }
    ledger.gaveUp(entry.call.kind)
    open[number]?.isGivenUp = true
    switch entry.call.manner {
    case .cancels: entry.handle?.cancel()
    case .releases, .dies: open[number] = nil
    case .forgets: open[number]?.listener = nil
    case .stopsAwaiting: entry.task?.cancel()
    case .stays, .staysByListener, .awaits, .prefetches, .turnsPage: break
    }
  }
}

extension SoakCallers {
  /// Called where the loader delivers; without a result after an end.
  nonisolated func ended(
    _ number: Int, _ result: Result<LoadedMedia, MediaLoadError>?, isFirst: Bool, url: String
  ) {
    executor.submit { self.assumeIsolated { $0.handle(number, result, isFirst, url) } }
  }

  private func handle(
    _ number: Int, _ result: Result<LoadedMedia, MediaLoadError>?, _ isFirst: Bool, _ url: String
  ) {
    guard isFirst, let result else { return ledger.found("\(url) was told of something after its end.") }
    // An end that was under way when its request was given up may still be told.
    guard let entry = open[number] else { return }
    open[number] = nil
    let ending: SoakEnding
    switch result {
    case .success: ending = .media
    case .failure(let error):
      if error.kind == .cancelled, entry.isGivenUp { return }
      ending = .failure(error.kind)
    }
    ledger.ended(entry.call.kind, ending, after: entry.begun.duration(to: clock.now))
    let permitted = entry.call.kind.endings
    if !permitted.contains(ending) {
      let told: String = if case .failure(let error) = result { "\(error)" } else { "media" }
      ledger.found("\(url) (\(entry.call.kind.rawValue), \(entry.call.priority)) ended with \(told)")
    }
  }
}
