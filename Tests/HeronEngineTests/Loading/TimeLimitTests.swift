import HeronEngine
import HeronTesting
import Synchronization
import Testing

private let url = "http://a.test/1"

/// The silences, in seconds, after which transfers were ended by the loader.
private final class Cuts: Sendable {
  private let silences = Mutex<[Double]>([])

  init(_ transport: ScriptedTransport) {
    transport.observe { [weak self] event in
      guard case .cancelled(_, let silence, _) = event else { return }
      self?.silences.withLock { $0.append(Double(silence.milliseconds) / 1000) }
    }
  }

  var all: [Double] { silences.withLock(\.self) }
}

@Suite struct `The time limits of an attempt` {
  private let long = [1] + [UInt8](repeating: 7, count: 999)

  private func silences(
    _ reply: ScriptedReply, _ change: (inout Configuration) -> Void = { _ in }
  ) throws -> ([Double], MediaLoadError?) {
    let bench = try TestBench { configuration in
      configuration.retry.maxAttempts = 1
      change(&configuration)
    }
    let cuts = Cuts(bench.transport)
    bench.transport.set(url, reply)
    let caller = bench.load(url)
    bench.world.run(until: .seconds(1000))
    bench.world.run()
    return (cuts.all, caller.listener.error)
  }

  @Test func `no first byte within twenty seconds ends it`() throws {
    let (silences, error) = try silences(.silence)
    #expect(silences.count == 1 && (20...20.064).contains(silences[0]))
    #expect(error?.kind == .timeout && error?.message.contains("20") == true)
  }

  @Test(arguments: [0.03, 1, 5, 9.9, 10.1, 19] as [Double])
  func `no byte for ten seconds ends it, whenever the first one came`(latency: Double) throws {
    var reply = ScriptedReply(body: long, latency: .seconds(latency), pieceSize: 100)
    reply.ending = .silence(atByte: 500)
    let (silences, error) = try silences(reply)
    #expect(silences.count == 1 && (10...10.064).contains(silences[0]), "\(silences)")
    #expect(error?.kind == .timeout && error?.offset == 500)
  }

  @Test func `a stall ends it also where there is no limit for the first byte`() throws {
    let reply = ScriptedReply(body: long, pieceSize: 100, ending: .silence(atByte: 500))
    let (silences, _) = try silences(reply) { $0.timeLimits.firstByte = .zero }
    #expect(silences.count == 1 && (10...10.064).contains(silences[0]))
  }

  @Test func `without a limit nothing ends it`() throws {
    let (silences, error) = try silences(.silence) {
      $0.timeLimits.firstByte = .zero
      $0.timeLimits.stall = .zero
      $0.timeLimits.slowWindow = .zero
    }
    #expect(silences == [] && error == nil)
  }

  @Test func `what still gives a byte every nine seconds is not cut`() throws {
    let bench = try TestBench()
    bench.transport.set(url, ScriptedReply(body: Array(long[..<20]), pieceSize: 1, pieceInterval: .seconds(9)))
    let caller = bench.load(url) { $0.deadline = .seconds(5) }
    bench.world.run()
    #expect(caller.listener.media != nil && caller.starts.count == 1, "nor does the deadline cut it")
  }

  @Test func `slow is cut after a minute while others move`() throws {
    let bench = try TestBench { $0.retry.maxAttempts = 1 }
    let cuts = Cuts(bench.transport)
    bench.transport.set(url, ScriptedReply(body: long, pieceSize: 1, pieceInterval: .milliseconds(500)))
    bench.transport.set(
      "http://b.test/",
      ScriptedReply(body: [1] + [UInt8](repeating: 7, count: 99_999), pieceSize: 100, pieceInterval: .milliseconds(100))
    )
    let (slow, fast) = (bench.load(url), bench.load("http://b.test/"))
    bench.world.run()
    #expect(slow.listener.error?.kind == .timeout && cuts.all.count == 1)
    #expect((60...61).contains(slow.end ?? 0))
    #expect(fast.listener.media != nil)
  }

  @Test func `slow alone is not cut`() throws {
    let bench = try TestBench()
    bench.transport.set(url, ScriptedReply(body: Array(long[..<300]), pieceSize: 1, pieceInterval: .milliseconds(500)))
    let caller = bench.load(url)
    bench.world.run()
    #expect(caller.listener.media != nil && caller.starts.count == 1)
  }

  @Test func `the connect limit goes with the request`() throws {
    let bench = try TestBench { $0.timeLimits.connect = .seconds(3) }
    bench.transport.set(url, .ok())
    let caller = bench.load(url)
    bench.world.run()
    #expect(bench.transport.requests[0].connectTimeout == .seconds(3) && caller.listener.media != nil)
    #expect(bench.transport.requests[0].maxHeaderBytes == 65_536)
  }
}
