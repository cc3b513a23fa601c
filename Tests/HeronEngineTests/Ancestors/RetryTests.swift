import HeronEngine
import HeronTesting
import Synchronization
import Testing

/// When a failure is worth another attempt, and when that one comes.
@Suite struct `The ancestors' retrying` {
  // D1.5: a 404, a 503 and garbage were all the same: asked for again, for ever, every ten seconds.
  @Test(arguments: [400, 401, 403, 404, 410, 501])
  func `what is not there is asked for once`(status: Int) throws {
    let bench = try TestBench()
    bench.transport.set("http://a.test/a.png", .status(status), .ok())
    let asked = bench.ask("http://a.test/a.png")
    bench.world.run()
    #expect(asked.error?.status == status)
    #expect(bench.requested.count == 1)
  }

  // D1.5
  @Test(arguments: [408, 429, 502, 503, 504])
  func `what the server may mend is asked for again`(status: Int) throws {
    let bench = try TestBench()
    bench.transport.set("http://a.test/a.png", .status(status), .status(status), .ok())
    let asked = bench.ask("http://a.test/a.png")
    bench.world.run()
    #expect(asked.media?.trace.attempts == 3)
    #expect(bench.requested.count == 3)
  }

  // D1.5, D3.4
  @Test(arguments: [[9, 9, 9], [2, 0]] as [[UInt8]])
  func `garbage bytes are neither asked for again nor kept`(body: [UInt8]) throws {
    let bench = try TestBench()
    bench.transport.set("http://a.test/a.png", .ok(body))
    let asked = bench.ask("http://a.test/a.png")
    bench.world.run()
    #expect(asked.error.map(\.kind) == (body[0] == 2 ? .corrupt : .notAnImage))
    #expect(bench.requested.count == 1)
    #expect(bench.loader.cachedMedia(for: asked.load.request) == nil)
    #expect(bench.statistics().memoryCacheBytes == 0)
  }

  // D1.5: no most, no growth.
  @Test func `waits grow, and what never mends is given up`() throws {
    let bench = try TestBench { configuration in
      configuration.retry.maxAttempts = 5
      configuration.retry.jitter = .none
      configuration.health.breaker = false
    }
    bench.transport.setFallback { _ in .failure(.receiveFailed) }
    let asked = bench.ask("http://a.test/a.png")
    bench.world.run()
    let waits = asked.listener.events.compactMap { event -> Duration? in
      guard case .retrying(let wait, _) = event else { return nil }
      return wait
    }
    #expect(waits == [.milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2)])
    #expect(asked.error?.kind == .reset && asked.error?.attempts == 5)
    #expect(bench.requested.count == 5)
  }

  // D1.5: no deadline.
  @Test func `no attempt starts after the deadline`() throws {
    let bench = try TestBench()
    bench.transport.setFallback { _ in .status(503) }
    let starts = bench.notedStarts()
    let asked = bench.ask("http://a.test/a.png") { $0.deadline = .seconds(3) }
    bench.world.run()
    #expect(asked.error?.status == 503)
    #expect(starts.moments.count > 1 && starts.moments.allSatisfy { $0 <= .zero.advanced(by: .seconds(3)) })
  }

  // D1.5: all who failed together came back together.
  @Test func `those who fail together do not come back together`() throws {
    let bench = try TestBench { $0.maxActive = 6 }
    bench.transport.setFallback { _ in .failure(.receiveFailed) }
    let starts = bench.notedStarts()
    let asked = (0..<6).map { bench.ask("http://origin\($0).test/a.png") }
    bench.world.run(until: .milliseconds(500))
    #expect(Set(starts.moments.prefix(6)).count == 1)
    #expect(Set(starts.moments.dropFirst(6)).count > 3)
    withExtendedLifetime(asked) {}
  }

  // D1.6: a fetch that took longer than the interval was followed by the next without a pause, or overlapped with it.
  @Test func `a fetch longer than the retry interval never overlaps with a second attempt`() throws {
    let bench = try TestBench { configuration in
      configuration.retry.growth = .fixed
      configuration.retry.jitter = .none
      configuration.retry.fixedInterval = .seconds(1)
    }
    bench.transport.setFallback { _ in .status(503, latency: .seconds(7)) }
    let starts = bench.notedStarts()
    let asked = bench.ask("http://a.test/a.png")
    bench.world.run(until: .seconds(30))
    #expect(bench.transport.peak == 1)
    let gaps = zip(starts.moments, starts.moments.dropFirst()).map { $0.duration(to: $1) }
    #expect(gaps.count == 3 && gaps.allSatisfy { $0 >= .seconds(8) })
    withExtendedLifetime(asked) {}
  }

  // D0.7: failed was for ever.
  @Test func `a failed load can be asked for again, and is tried anew`() throws {
    let bench = try TestBench()
    bench.transport.set("http://a.test/a.png", .status(404), .status(503), .ok())
    let first = bench.ask("http://a.test/a.png")
    bench.world.run()
    #expect(first.error?.status == 404)
    let second = bench.ask("http://a.test/a.png")
    bench.world.run()
    #expect(second.media?.trace.attempts == 2)
  }

  // D1.16: the retry timer went by the wall clock.
  @Test func `a clock jump changes nothing`() throws {
    func run(jumps: [Int64]) throws -> [String] {
      let bench = try TestBench { $0.retry.maxAttempts = 5 }
      bench.transport.set("http://a.test/a.png", .status(503), .status(503, retryAfter: "2"), .ok())
      bench.transport.set("http://b.test/b.png", .silence)
      let asked = [bench.ask("http://a.test/a.png"), bench.ask("http://b.test/b.png")]
      for (index, jump) in jumps.enumerated() {
        bench.world.at(.milliseconds(100 + 400 * index)) {
          bench.world.setCalendar(bench.world.secondsSince1970 + jump)
        }
      }
      bench.world.run()
      #expect(asked[0].media != nil && asked[1].error?.kind == .timeout)
      return bench.timeline.text
    }
    let undisturbed = try run(jumps: [])
    #expect(try run(jumps: [31_536_000, -90_000_000, 3600]) == undisturbed)
  }
}

/// When requests reached the network.
private final class Starts: Sendable {
  private let noted = Mutex<[EngineInstant]>([])

  var moments: [EngineInstant] { noted.withLock(\.self) }

  func note(_ moment: EngineInstant) { noted.withLock { $0.append(moment) } }
}

extension TestBench {
  fileprivate func notedStarts() -> Starts {
    let starts = Starts()
    transport.observe { [world] event in
      if case .started = event { starts.note(world.now) }
    }
    return starts
  }
}
