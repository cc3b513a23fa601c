import HeronTesting
import Testing

@testable import HeronEngine

@Suite struct `Guards that come late` {
  private let world = VirtualWorld()
  private let transport: ScriptedTransport
  private let loader: MediaLoader

  init() throws {
    transport = ScriptedTransport(world)
    loader = try MediaLoader(
      configuration: Configuration(.bulk),
      environment: Environment(
        executor: world, clock: LateClock(world: world, lateness: .seconds(2)), workPool: world.workPool,
        transport: transport, delivery: .loaderQueue, seed: 1))
  }

  private func load(_ reply: ScriptedReply) -> (RecordingListener, MediaLoad) {
    transport.set("http://a.test/", reply)
    let listener = RecordingListener("a", in: world, timeline: Timeline(world))
    var request = MediaRequest("http://a.test/", kind: .data)
    request.maxAttempts = 1
    return (listener, loader.load(request, for: listener))
  }

  // The loader stood still when the guard was due, and whoever reads the sockets may have stood still with it.
  @Test func `look once more before they judge a silence`() {
    let body = [UInt8](repeating: 7, count: 200)
    let (listener, load) = load(ScriptedReply(body: body, pieceSize: 100, pieceInterval: .milliseconds(12_500)))
    world.run(until: .seconds(60))
    #expect(listener.media != nil, "\(String(describing: listener.error))")
    withExtendedLifetime(load) {}
  }

  @Test func `end a silence all the same that goes on`() {
    let (listener, load) = load(ScriptedReply(body: [7, 7], pieceSize: 1, ending: .silence(atByte: 1)))
    world.run(until: .seconds(60))
    #expect(listener.error?.kind == .timeout)
    withExtendedLifetime(load) {}
  }
}

/// A world's clock, whose timers all fire late.
private struct LateClock: EngineClock {
  let world: VirtualWorld
  let lateness: Duration

  var now: EngineInstant { world.now }
  var secondsSince1970: Int64 { world.secondsSince1970 }

  func makeTimer(fire: @escaping @Sendable () -> Void) -> any EngineTimer {
    LateTimer(timer: world.makeTimer(fire: fire), lateness: lateness)
  }
}

private final class LateTimer: EngineTimer {
  private let timer: any EngineTimer
  private let lateness: Duration

  init(timer: any EngineTimer, lateness: Duration) {
    self.timer = timer
    self.lateness = lateness
  }

  func arm(at moment: EngineInstant) { timer.arm(at: moment == .never ? moment : moment.advanced(by: lateness)) }
  func disarm() { timer.disarm() }
  func cancel() { timer.cancel() }
}
