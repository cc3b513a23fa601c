import HeronEngine
import HeronTesting
import Synchronization

/// A world drawn from a seed: origins and their faults, requests, and what callers do to them.
final class RandomWorld: Sendable {
  private struct Caller {
    var listener: RecordingListener?
    var handle: MediaLoad?
    weak var weakHandle: MediaLoad?
    let request: MediaRequest
    let since: EngineInstant
    var wasCancelled = false
    var hasDied = false
  }

  let bench: TestBench
  private let generator: Mutex<SeededGenerator>
  private let callers = Mutex<[Caller]>([])
  private let urls: [String]

  init(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let configuration = Self.configuration(&generator)
    bench = try TestBench(seed: seed) { $0 = configuration }
    let origins = (0..<Int.random(in: 1...4, using: &generator)).map { number in
      "\(number == 3 ? "https" : "http")://origin\(number).test"
    }
    let count = Int.random(in: 3...30, using: &generator)
    urls = (0..<count).map { "\(origins[$0 % origins.count])/\($0).png" }
    for url in urls { Self.script(url, bench.transport, &generator) }
    bench.world.setWorkTime(.milliseconds(Int.random(in: 0...20, using: &generator)))
    self.generator = Mutex(generator)
    bench.invariants.setWanted { [weak self] in self?.isWanted($0) ?? false }
  }

  func run() {
    let count = draw(5...60)
    for _ in 0..<count {
      bench.world.at(.milliseconds(draw(0...4000))) { self.act() }
    }
    bench.world.at(.seconds(20)) { self.settleDown() }
    bench.world.run(until: .seconds(400))
    bench.world.run()
    bench.invariants.checkRest()
    checkEnds()
  }

  var text: [String] { bench.timeline.text }

  private func draw(_ range: ClosedRange<Int>) -> Int {
    generator.withLock { Int.random(in: range, using: &$0) }
  }

  private func isWanted(_ url: String) -> Bool {
    // Whoever has fallbacks may have gone on to another URL, and who asks this very moment may not be in yet.
    callers.withLock { callers in
      callers.contains { caller in
        caller.request.url == url && caller.request.fallbacks.isEmpty && caller.since < bench.world.now
          && !caller.wasCancelled && !caller.hasDied && caller.weakHandle?.isLive == true
      }
    }
  }

  private func act() {
    switch draw(0...19) {
    case 0...9: request()
    case 10: cancel()
    case 11: release()
    case 12: killListener()
    case 13: changePriority()
    case 14: changeLimits()
    case 15:
      bench.loader.pause()
      bench.world.after(.milliseconds(draw(1...800))) { self.bench.loader.resume() }
    case 16:
      bench.loader.networkChanged(.down)
      bench.world.after(.milliseconds(draw(1...3000))) { self.bench.loader.networkChanged(.up) }
    case 17: bench.loader.cancelAll(tag: "tag\(draw(0...2))")
    case 18: bench.loader.setPriority(priority(), tag: "tag\(draw(0...2))")
    default: bench.loader.removeCachedMedia()
    }
  }

  private func settleDown() {
    bench.loader.resume()
    bench.loader.networkChanged(.up)
  }

  private func priority() -> RequestPriority { RequestPriority(rawValue: UInt8(draw(0...4))) ?? .visible }

  private func request() {
    let url = urls[draw(0...(urls.count - 1))]
    var request = MediaRequest(url, priority: priority(), kind: draw(0...3) == 0 ? .data : .image)
    // The network cannot tell the two kinds apart, and one attempt per URL at a time is checked.
    request.kind = .image
    if draw(0...3) == 0 { request.tag = "tag\(draw(0...2))" }
    if draw(0...5) == 0 { request.delay = .milliseconds(draw(1...900)) }
    if draw(0...4) == 0 { request.fallbacks = [urls[draw(0...(urls.count - 1))]] }
    if draw(0...9) == 0 { request.deadline = .milliseconds(draw(1...5000)) }
    let name = "\(callers.withLock(\.count)) \(url)"
    if draw(0...9) == 0 {
      let handle = bench.loader.prefetch(request)
      add(Caller(handle: handle, weakHandle: handle, request: request, since: bench.world.now))
      return
    }
    let listener = bench.listener(name)
    if draw(0...6) == 0 {
      bench.loader.load(request, for: listener, lifetime: .listener)
      add(Caller(listener: listener, request: request, since: bench.world.now))
    } else {
      let handle = bench.loader.load(request, for: listener)
      let now = bench.world.now
      add(Caller(listener: listener, handle: handle, weakHandle: handle, request: request, since: now))
    }
  }

  private func add(_ caller: Caller) { callers.withLock { $0.append(caller) } }

  private func withCaller(_ body: (inout Caller) -> Void) {
    let index = draw(0...1_000_000)
    // What is let go is destroyed after the lock is free again.
    let before = callers.withLock { callers -> Caller? in
      guard !callers.isEmpty else { return nil }
      let before = callers[index % callers.count]
      body(&callers[index % callers.count])
      return before
    }
    withExtendedLifetime(before) {}
  }

  private func cancel() {
    let handle = Mutex<MediaLoad?>(nil)
    withCaller { caller in
      guard let load = caller.handle, load.isLive else { return }
      caller.wasCancelled = true
      handle.withLock { $0 = load }
    }
    handle.withLock(\.self)?.cancel()
  }

  private func release() {
    withCaller { caller in
      if caller.handle?.isLive == true { caller.wasCancelled = true }
      caller.handle = nil
    }
  }

  private func killListener() {
    withCaller { caller in
      caller.listener = nil
      caller.hasDied = true
    }
  }

  private func changePriority() {
    let priority = self.priority()
    let handle = Mutex<MediaLoad?>(nil)
    withCaller { caller in handle.withLock { $0 = caller.handle } }
    handle.withLock(\.self)?.priority = priority
  }

  private func changeLimits() {
    let (active, perOrigin, hold) = (draw(1...8), draw(1...6), draw(0...9) == 0)
    try? bench.loader.update { configuration in
      configuration.maxActive = active
      configuration.maxActivePerOrigin = perOrigin
      configuration.retry.holdsSlot = hold
    }
  }

  // A listener that lives, and did not cancel, has heard its end: exactly once.
  private func checkEnds() {
    for caller in callers.withLock(\.self) {
      guard let listener = caller.listener, !caller.wasCancelled, !caller.hasDied else { continue }
      let mayBeCancelledByTag = caller.request.tag != nil
      precondition(listener.ends == 1 || mayBeCancelledByTag, "I3: \(listener.name) heard \(listener.ends) ends")
    }
  }
}

extension RandomWorld {
  private static func configuration(_ generator: inout SeededGenerator) -> Configuration {
    var configuration = Configuration(Bool.random(using: &generator) ? .interactive : .bulk)
    configuration.maxActive = Int.random(in: 1...8, using: &generator)
    configuration.maxActivePerOrigin = Int.random(in: 1...6, using: &generator)
    configuration.maxDecoding = Int.random(in: 1...4, using: &generator)
    configuration.startRate = Bool.random(using: &generator) ? 0 : Double.random(in: 5...80, using: &generator)
    configuration.startBurst = Double(Int.random(in: 1...10, using: &generator))
    configuration.visibleOrder = Bool.random(using: &generator) ? .fifo : .lifo
    configuration.maxWait = Int.random(in: 0...4, using: &generator) == 0 ? .seconds(3) : .zero
    configuration.memoryCacheBytes = Bool.random(using: &generator) ? 0 : 20_000
    configuration.retry.maxAttempts = Int.random(in: 1...8, using: &generator)
    configuration.retry.growth = RetrySettings.Growth.allCases.randomElement(using: &generator) ?? .exponential
    configuration.retry.fixedInterval = .seconds(2)
    configuration.health.breakerMinimum = Int.random(in: 2...8, using: &generator)
    configuration.health.budget = Double(Int.random(in: 0...20, using: &generator))
    configuration.timeLimits.deadline = Bool.random(using: &generator) ? .zero : .seconds(20)
    return configuration
  }

  private static func script(
    _ url: String, _ transport: ScriptedTransport, _ generator: inout SeededGenerator
  ) {
    let replies = (0..<Int.random(in: 1...4, using: &generator)).map { _ in reply(&generator) }
    switch replies.count {
    case 1: transport.set(url, replies[0])
    case 2: transport.set(url, replies[0], replies[1])
    case 3: transport.set(url, replies[0], replies[1], replies[2])
    default: transport.set(url, replies[0], replies[1], replies[2], replies[3])
    }
  }

  private static func reply(_ generator: inout SeededGenerator) -> ScriptedReply {
    let latency = Duration.milliseconds(Int.random(in: 0...300, using: &generator))
    var body: [UInt8] = [1] + Array(repeating: 7, count: Int.random(in: 0...200, using: &generator))
    switch Int.random(in: 0...20, using: &generator) {
    case 20:
      // To a place of its own, so that no URL is asked for by two loads at a time.
      let place = generator.next()
      let origin = Bool.random(using: &generator) ? "" : "http://b.test"
      return .redirect(to: "\(origin)/moved/\(place)", latency: latency)
    case 0: return .status(503, latency: latency)
    case 1: return .status(503, retryAfter: "1", latency: latency)
    case 2: return .status(429, retryAfter: "2", latency: latency)
    case 3:
      let statuses = [404, 500, 408, 421, 204, 302, 416]
      return .status(statuses.randomElement(using: &generator) ?? 404, latency: latency)
    case 4:
      let failures: [TransportError.Failure] = TransportError.Failure.allCases.filter { $0 != .stopped }
      return .failure(failures.randomElement(using: &generator) ?? .timeout, latency: latency)
    case 5: return .silence
    case 6:
      return ScriptedReply(
        headers: ["ETag": "\"a\""], body: body, latency: latency, pieceSize: 20,
        ending: .failure(.receiveFailed, atByte: body.count / 2))
    case 7: return ScriptedReply(body: body, latency: latency, pieceSize: 20, ending: .silence(atByte: body.count / 2))
    case 8: body[0] = UInt8.random(in: 2...5, using: &generator)
    case 9: return ScriptedReply(body: body, latency: latency, pieceSize: 10, pieceInterval: .milliseconds(200))
    case 10: return ScriptedReply(body: body, latency: latency, version: .http2)
    default: break
    }
    return ScriptedReply(headers: ["ETag": "\"a\""], body: body, latency: latency)
  }
}
