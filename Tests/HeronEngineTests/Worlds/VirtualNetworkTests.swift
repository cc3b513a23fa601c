import HeronEngine
import HeronTesting
import Synchronization
import Testing

/// The network of the virtual world, held against figures worked out by hand.
@Suite struct `Virtual network` {
  /// What one transfer heard, and when.
  private final class Witness: TransportObserver {
    struct Heard {
      var head: EngineInstant?
      var bytes = 0
      var pieces: [EngineInstant] = []
      var end: EngineInstant?
      var result: Result<TransportMetrics, TransportError>?
    }

    let world: VirtualWorld
    let heard = Mutex(Heard())

    init(_ world: VirtualWorld) { self.world = world }

    func didReceive(_ head: ResponseHead) -> Bool {
      heard.withLock { $0.head = world.now }
      return true
    }

    func didReceive(_ body: UnsafeRawBufferPointer) -> Bool {
      heard.withLock { heard in
        heard.bytes += body.count
        heard.pieces.append(world.now)
      }
      return true
    }

    func didFinish(_ result: Result<TransportMetrics, TransportError>) {
      heard.withLock { heard in
        heard.end = world.now
        heard.result = result
      }
    }

    var end: Duration? { heard.withLock { $0.end.map { EngineInstant.zero.duration(to: $0) } } }
    var failure: TransportError.Failure? {
      guard case .failure(let error)? = heard.withLock(\.result) else { return nil }
      return error.failure
    }
  }

  private let world = VirtualWorld()

  // A round trip of 100 ms and 1 MB/s: 100 KB fit into the line at a time.
  private func network(_ origins: [String: VirtualOrigin]) -> VirtualNetwork {
    let network = VirtualNetwork(world, link: NetworkLink(roundTrip: .milliseconds(100), bytesPerSecond: 1_000_000))
    for (name, origin) in origins { network.set(name, origin) }
    return network
  }

  private func origin(bytes: Int, latency: Duration = .zero, version: HTTPVersion = .http11) -> VirtualOrigin {
    VirtualOrigin(version: version) { _, _ in
      ScriptedReply(body: Array(repeating: 7, count: bytes), latency: latency, version: version)
    }
  }

  private func start(_ network: VirtualNetwork, _ url: String) -> (Witness, any TransportTransfer) {
    let witness = Witness(world)
    return (witness, network.start(TransportRequest(url: url), observer: witness))
  }

  @Test func `a first request costs a round trip more than the next one, with TLS two`() {
    let network = network(["http://a": origin(bytes: 0), "https://b": origin(bytes: 0)])
    let plain = start(network, "http://a/1").0
    let secure = start(network, "https://b/1").0
    world.run()
    #expect(plain.end == .milliseconds(200))
    #expect(secure.end == .milliseconds(300))
    let next = start(network, "http://a/2").0
    world.run()
    #expect(next.end == .milliseconds(400))
    #expect(network.tally.connections == 2)
  }

  @Test func `a new connection starts with ten segments and doubles with each round trip`() {
    // 14,600 B in the first 100 ms, 29,200 in the next, 58,400 in the third: 100,000 of 102,200.
    let network = network(["http://a": origin(bytes: 100_000)])
    let first = start(network, "http://a/1").0
    world.run()
    let third = (100_000 - 14_600 - 29_200) / 58_400.0 * 0.1
    #expect(abs((first.end ?? .zero).seconds - (0.2 + 0.2 + third)) < 1e-6)
    // Its window has grown to 58,400: then to 116,800, which is more than the line can take.
    let second = start(network, "http://a/2").0
    let begin = world.now
    world.run()
    let rest = (100_000 - 58_400) / 1_000_000.0
    #expect(abs((second.end ?? .zero).seconds - begin.seconds - (0.1 + 0.1 + rest)) < 1e-6)
    #expect(first.heard.withLock(\.bytes) == 100_000)
  }

  @Test func `transfers share the line, and what one cannot use is the other's`() {
    var slow = ScriptedReply(body: Array(repeating: 1, count: 100_000))
    slow.bytesPerSecond = 100_000
    let trickle = slow
    let network = network(["http://a": origin(bytes: 4_000_000), "http://b": VirtualOrigin { _, _ in trickle }])
    let fast = start(network, "http://a/1").0
    let other = start(network, "http://b/1").0
    world.run()
    // The trickle takes a tenth for a second; the other has the rest of the line, but for its slow start.
    #expect(abs((other.end ?? .zero).seconds - 1.2) < 0.05)
    #expect(abs((fast.end ?? .zero).seconds - 4.5) < 0.2)
  }

  @Test func `HTTP/2 carries all on one connection, and shares its window`() {
    let network = network(["https://a": origin(bytes: 1000, version: .http2)])
    let all = (0..<20).map { start(network, "https://a/\($0)").0 }
    world.run()
    #expect(network.tally.connections == 1)
    #expect(all.allSatisfy { $0.failure == nil && $0.heard.withLock(\.bytes) == 1000 })
    // 20,000 bytes are more than the first window.
    #expect(all.allSatisfy { ($0.end ?? .zero) > .milliseconds(400) && ($0.end ?? .zero) < .milliseconds(500) })
  }

  @Test func `an origin's workers take one request after another`() {
    var busy = origin(bytes: 0, latency: .milliseconds(50))
    busy.workers = 2
    let network = network(["http://a": busy])
    let all = (0..<6).map { start(network, "http://a/\($0)").0 }
    world.run()
    #expect(all.map(\.end) == [250, 250, 300, 300, 350, 350].map { Duration.milliseconds($0) })
  }

  @Test func `a worker that is free passes over who has gone`() {
    var busy = origin(bytes: 0, latency: .milliseconds(50))
    busy.workers = 1
    let network = network(["http://a": busy])
    let all = (0..<3).map { start(network, "http://a/\($0)") }
    world.at(.milliseconds(160)) { all[1].1.cancel() }
    world.run()
    #expect(all[1].0.failure == .stopped)
    #expect(all[2].0.end == .milliseconds(300))
    #expect(network.active == 0)
  }

  @Test(arguments: [
    (VirtualOrigin.Connecting.isRefused, TransportError.Failure.connectionRefused, 100),
    (.hangs, .connectTimeout, 10_000), (.hasNoName, .nameResolution, 100), (.failsTLS, .tlsHandshake, 200),
    (.hasBadCertificate, .certificate, 200),
  ])
  func `a connection that does not come about fails in its time`(
    connecting: VirtualOrigin.Connecting, failure: TransportError.Failure, milliseconds: Int
  ) {
    var bad = origin(bytes: 1)
    bad.connecting = connecting
    let network = network(["https://a": bad])
    let witness = start(network, "https://a/1").0
    world.run()
    #expect(witness.failure == failure)
    #expect(witness.end == .milliseconds(milliseconds))
    #expect(network.active == 0)
  }

  @Test func `a body may end early, or never`() {
    let replies: [String: ScriptedReply] = [
      "http://a/cut": ScriptedReply(body: Array(repeating: 1, count: 100), ending: .failure(.partialBody, atByte: 40)),
      "http://a/stuck": ScriptedReply(body: Array(repeating: 1, count: 100), ending: .silence(atByte: 40)),
      "http://a/mute": .silence,
    ]
    let network = network(["http://a": VirtualOrigin { request, _ in replies[request.url] ?? .status(404) }])
    let cut = start(network, "http://a/cut").0
    let stuck = start(network, "http://a/stuck")
    let mute = start(network, "http://a/mute")
    world.run()
    #expect(cut.failure == .partialBody)
    #expect(cut.heard.withLock(\.bytes) == 40)
    #expect(stuck.0.heard.withLock(\.bytes) == 40)
    #expect(stuck.0.end == nil && mute.0.end == nil)
    stuck.1.cancel()
    mute.1.cancel()
    world.run()
    #expect(stuck.0.failure == .stopped && mute.0.failure == .stopped)
    #expect(network.active == 0)
  }

  @Test func `what arrives slowly is told ten times a second`() {
    let network = network(["http://a": origin(bytes: 2_000_000)])
    let witness = start(network, "http://a/1").0
    world.run()
    let pieces = witness.heard.withLock(\.pieces)
    let gaps = zip(pieces, pieces.dropFirst()).map { $0.duration(to: $1) }
    #expect(gaps.allSatisfy { $0 <= .milliseconds(100) })
    #expect(pieces.count < 30)
  }

  @Test func `the shipped loader runs on it, and its invariants hold`() throws {
    let network = network(["http://a": origin(bytes: 30_000, latency: .milliseconds(20))])
    var configuration = Configuration()
    configuration.maxActive = 4
    let loader = try MediaLoader(
      configuration: configuration,
      environment: Environment(
        executor: world, clock: world, workPool: world.workPool, transport: network, seed: 1))
    let invariants = Invariants(loader, in: world, transport: network)
    let listeners = (0..<40).map { RecordingListener("\($0)", in: world) }
    let handles = listeners.enumerated().map { number, listener in
      loader.load(MediaRequest("http://a/\(number)", kind: .data), for: listener)
    }
    world.run()
    #expect(listeners.allSatisfy { $0.media != nil })
    #expect(network.tally.peak == 4)
    #expect(network.tally.connections == 4)
    invariants.checkRest()
    withExtendedLifetime(handles) {}
  }
}

extension Duration {
  fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

extension EngineInstant {
  fileprivate var seconds: Double { Double(nanoseconds) / 1e9 }
}
