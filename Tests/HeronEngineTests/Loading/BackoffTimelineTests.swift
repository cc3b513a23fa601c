import HeronTesting
import Testing

@testable import HeronEngine

private let url = "http://a.test/1"

@Suite struct `Waits between attempts, on the clock` {
  /// Ceilings in seconds of the first seven waits.
  private static let plain = [0.25, 0.5, 1, 2, 4, 5, 5]
  private static let throttled = [1.0, 2, 4, 5, 5, 5, 5]

  private func caller(_ status: Int, seed: UInt64, _ change: (inout Configuration) -> Void = { _ in }) throws -> Caller
  {
    let bench = try TestBench(seed: seed) { configuration in
      configuration.timeLimits.deadline = .zero
      change(&configuration)
    }
    bench.transport.set(url, .status(status))
    let caller = bench.load(url)
    bench.world.run()
    return caller
  }

  /// Every start after the wait that was told, late by no more than a tick.
  private func checkStarts(_ caller: Caller) {
    for (failure, (wait, start)) in zip(caller.failures, zip(caller.waits, caller.starts.dropFirst())) {
      let tick = Double(Tick.length(forWait: Duration.seconds(wait).nanoseconds)) / 1e9
      #expect(start >= failure + wait && start <= failure + wait + 0.001 + tick)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `each wait is within the bounds of its attempt, and kept to`(seed: UInt64) throws {
    let caller = try caller(503, seed: seed)
    #expect(caller.waits.count == 7)
    for (wait, ceiling) in zip(caller.waits, Self.plain) {
      #expect(wait >= ceiling / 2 - 0.001 && wait <= ceiling, "\(caller.waits)")
    }
    checkStarts(caller)
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `throttled waits begin at a second`(seed: UInt64) throws {
    let caller = try caller(429, seed: seed)
    for (wait, ceiling) in zip(caller.waits, Self.throttled) {
      #expect(wait >= ceiling / 2 - 0.001 && wait <= ceiling, "\(caller.waits)")
    }
    checkStarts(caller)
  }

  @Test func `the ancestor's way waits ten seconds each time`() throws {
    let caller = try caller(503, seed: 1) {
      $0.retry.growth = .fixed
      $0.retry.jitter = .none
    }
    #expect(caller.waits == Array(repeating: 10, count: 7))
    checkStarts(caller)
  }

  @Test func `without jitter waits double, to the cap`() throws {
    let caller = try caller(503, seed: 1) { $0.retry.jitter = .none }
    #expect(caller.waits == Self.plain)
  }

  @Test func `different seeds wait differently, the same seed alike`() throws {
    let waits = try [1, 2, 1].map { try caller(503, seed: $0).waits }
    #expect(waits[0] == waits[2] && waits[0] != waits[1])
  }
}

@Suite struct `Retry-After, on the clock` {
  private func wait(_ value: String, date: String? = nil, status: Int = 503) throws -> (
    wait: Double?, error: MediaLoadError?
  ) {
    let bench = try TestBench { $0.timeLimits.deadline = .zero }
    var reply = ScriptedReply.status(status, retryAfter: value)
    reply.headers.set("Date", to: date)
    bench.transport.set(url, reply, .ok())
    let caller = bench.load(url)
    bench.world.run()
    bench.invariants.checkRest()
    guard let failure = caller.failures.first, caller.starts.count == 2 else { return (nil, caller.listener.error) }
    return (caller.starts[1] - failure, nil)
  }

  @Test(arguments: [429, 503, 500])
  func `seconds are kept to, and exceeded by no more than a second, a tenth and a tick`(status: Int) throws {
    let wait = try #require(try wait("20", status: status).wait)
    #expect(wait >= 20 && wait <= 21.065)
    let short = try #require(try self.wait("5", status: status).wait)
    #expect(short >= 5 && short <= 5.565)
  }

  @Test func `a date counts from the response's own Date`() throws {
    let wait = try #require(
      try wait("Sun, 06 Nov 1994 08:49:47 GMT", date: "Sun, 06 Nov 1994 08:49:37 GMT").wait)
    #expect(wait >= 10 && wait <= 11.065)
  }

  @Test(arguments: ["0", "Sun, 06 Nov 1994 08:49:47 GMT"])
  func `none and the past mean the usual wait of one who is throttled`(value: String) throws {
    let wait = try #require(try wait(value).wait)
    #expect(wait >= 0.5 && wait <= 1.065)
  }

  @Test(arguments: ["soon", "-1", "1.5", ""])
  func `garbage is ignored`(value: String) throws {
    let wait = try #require(try wait(value).wait)
    #expect(wait >= 0.125 && wait <= 0.27)
  }

  @Test func `the longest that is waited for is a minute`() throws {
    #expect(try wait("60").wait != nil)
    #expect(try wait("61").wait == nil)
  }

  @Test(arguments: ["3600", "99999999999999999999999"])
  func `longer fails at once, with the moment in the error`(value: String) throws {
    let error = try #require(try wait(value).error)
    #expect(error.kind == .retryAfter && error.attempts == 1 && error.status == 503)
    #expect(error.message.contains("GMT"))
    #expect(error.limit?.name == "max-retry-after" && error.limit?.limit == 60_000)
    if value == "3600" { #expect(error.retryAfter == .seconds(3600)) }
  }
}
