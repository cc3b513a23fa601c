import Testing

@testable import HeronEngine

private func moment(_ seconds: Int64) -> EngineInstant { EngineInstant(nanoseconds: seconds * 1_000_000_000) }

private struct Bench {
  var health = OriginHealth(OriginHealthSettings(), now: .zero)
  var generator = ScriptedGenerator.lowest

  mutating func end(
    _ end: OriginHealth.End, key: UInt64 = 1, isFirst: Bool = true, isProbe: Bool = false, at seconds: Int64 = 0
  ) {
    let report = OriginHealth.Report(key: key, isFirst: isFirst, isProbe: isProbe, end: end)
    health.record(report, now: moment(seconds), generator: &generator)
  }

  mutating func breakDown(at seconds: Int64 = 0) {
    for key in UInt64(100)..<108 { end(failed(.connectionRefused), key: key, at: seconds) }
  }
}

private func failed(_ failure: TransportError.Failure, bytes: Int64 = 0) -> OriginHealth.End {
  .failed(.transport(TransportError(failure, bytesReceived: bytes)), retryAfter: nil)
}

private func failed(_ status: Int, retryAfter: String? = nil) -> OriginHealth.End {
  .failed(
    .response(ResponseHead(status: status)), retryAfter: retryAfter.flatMap { RetryAfter($0, date: nil, now: 0) })
}

@Suite struct `An origin's health` {
  @Test func `nothing is held against an origin that is not known, but it is unproven`() {
    let health = Bench().health
    #expect(health.state(.zero) == .open)
    #expect(health.isUnproven && !health.hasAnswered && !health.isMultiplexed)
  }

  @Test(
    arguments: [
      .served(.http11), failed(404), failed(503), .failed(.decoding(.notAnImage), retryAfter: nil),
      failed(.partialBody, bytes: 10), .failed(.limit(MediaLoadError(.tooLarge, "")), retryAfter: nil),
    ] as [OriginHealth.End])
  func `any answer proves it`(end: OriginHealth.End) {
    var bench = Bench()
    bench.end(end)
    #expect(bench.health.hasAnswered && !bench.health.isUnproven)
  }

  @Test(
    arguments: [
      .nameResolution, .connectionRefused, .connectTimeout, .tlsHandshake, .certificate,
    ] as [TransportError.Failure])
  func `no connection makes it unproven again until it answers`(failure: TransportError.Failure) {
    var bench = Bench()
    bench.end(.served(.http2))
    bench.end(failed(failure))
    #expect(bench.health.lastFailedToConnect && bench.health.isUnproven && bench.health.hasAnswered)
    bench.end(failed(404))
    #expect(!bench.health.isUnproven)
  }

  @Test func `what ends on our own side says nothing of it`() {
    var bench = Bench()
    bench.end(failed(.stopped))
    bench.end(failed(.addressRefused))
    bench.end(.failed(.limit(MediaLoadError(.badURL, "")), retryAfter: nil))
    #expect(bench.health.isUnproven && !bench.health.lastFailedToConnect)
  }

  @Test func `the version of its last response tells whether it multiplexes`() {
    var bench = Bench()
    bench.end(.served(.http2))
    #expect(bench.health.isMultiplexed)
    bench.end(failed(404))
    #expect(!bench.health.isMultiplexed)
  }

  @Test func `only a success at the first attempt fills the budget`() {
    var bench = Bench()
    #expect(bench.health.budget.take(20, now: .zero) == true)
    bench.end(.served(.http11), isFirst: false)
    #expect(bench.health.budget.level(at: .zero) == 0)
    bench.end(.served(.http11))
    #expect(bench.health.budget.level(at: .zero) == 0.2)
  }

  @Test func `a 429 that asks to wait gates it, one that does not does not`() {
    var bench = Bench()
    bench.end(failed(429))
    #expect(bench.health.state(.zero) == .open)
    bench.end(failed(429, retryAfter: "9"))
    #expect(bench.health.state(.zero) == .gated(until: moment(9)))
    #expect(bench.health.state(moment(9)) == .open)
  }

  @Test func `a 503 that asks to wait gates it when a second URL says so too`() {
    var bench = Bench()
    bench.end(failed(503, retryAfter: "9"), key: 1)
    #expect(bench.health.state(.zero) == .open)
    bench.end(failed(503, retryAfter: "9"), key: 2, isFirst: false)
    #expect(bench.health.state(.zero) == .gated(until: moment(9)))
  }

  @Test func `other statuses do not gate it`() {
    var bench = Bench()
    for key in UInt64(1)...5 { bench.end(failed(502, retryAfter: "9"), key: key) }
    #expect(bench.health.state(.zero) == .open)
  }

  @Test func `only first attempts count for the breaker`() {
    var bench = Bench()
    for key in UInt64(0)..<20 { bench.end(failed(.connectionRefused), key: key, isFirst: false) }
    #expect(bench.health.state(.zero) == .open)
    bench.breakDown()
    #expect(bench.health.state(.zero) == .broken(until: moment(4)))
  }

  @Test func `eight pictures that are not there break nothing, eight 429s do`() {
    var bench = Bench()
    for key in UInt64(0)..<20 { bench.end(failed(404), key: key) }
    #expect(bench.health.state(.zero) == .open)
    for key in UInt64(20)..<28 { bench.end(failed(429), key: key) }
    #expect(bench.health.state(.zero) == .broken(until: moment(4)))
  }

  @Test func `two answered probes close the breaker`() {
    var bench = Bench()
    bench.breakDown()
    #expect(bench.health.beginProbe(now: moment(3)) == false)
    for _ in 0..<2 {
      #expect(bench.health.state(moment(4)) == .probing)
      #expect(bench.health.beginProbe(now: moment(4)) == true)
      #expect(bench.health.beginProbe(now: moment(4)) == false)
      bench.end(failed(404), isProbe: true, at: 4)
    }
    #expect(bench.health.state(moment(4)) == .open)
  }

  @Test func `a cancelled probe gives back its place`() {
    var bench = Bench()
    bench.breakDown()
    #expect(bench.health.beginProbe(now: moment(4)) == true)
    bench.health.cancelProbe(now: moment(4), generator: &bench.generator)
    #expect(bench.health.beginProbe(now: moment(4)) == true)
  }

  @Test func `a gate that outlasts the breaker's opening holds back the probe`() {
    var bench = Bench()
    bench.breakDown()
    bench.end(failed(429, retryAfter: "9"), isFirst: false)
    #expect(bench.health.state(.zero) == .broken(until: moment(9)))
    #expect(bench.health.state(moment(5)) == .gated(until: moment(9)))
    #expect(bench.health.beginProbe(now: moment(5)) == false)
    #expect(bench.health.beginProbe(now: moment(9)) == true)
  }

  @Test func `changed settings keep what is known, and a breaker turned off lets its probe end`() {
    var bench = Bench()
    bench.breakDown()
    #expect(bench.health.beginProbe(now: moment(4)) == true)
    var settings = OriginHealthSettings()
    settings.breaker = false
    settings.budget = 3
    bench.health.adopt(settings, now: moment(4))
    #expect(bench.health.state(moment(4)) == .open)
    bench.end(.served(.http11), isProbe: true, at: 4)
    #expect(bench.health.budget.level(at: moment(4)) == 3)
  }
}

@Suite struct `What an end says of its origin` {
  @Test(arguments: TransportError.Failure.allCases)
  func `no connection is always its failure, bar a certificate`(failure: TransportError.Failure) {
    let error = TransportError(failure)
    if error.isConnectFailure && failure != .certificate {
      #expect(OriginVerdict(.transport(error)) == .transportFailure)
    }
  }

  @Test(
    arguments: [
      (408, .statusFailure), (425, .statusFailure), (429, .statusFailure), (500, .statusFailure), (503, .statusFailure),
      (599, .statusFailure), (404, .neutral), (403, .neutral), (416, .neutral), (204, .neutral), (304, .neutral),
    ] as [(Int, OriginVerdict)])
  func `a status is trouble or an answer`(status: Int, verdict: OriginVerdict) {
    #expect(OriginVerdict(.response(ResponseHead(status: status))) == verdict)
  }

  @Test func `what came and cannot be used is an answer`() {
    #expect(OriginVerdict(.decoding(.truncated(offset: 1))) == .neutral)
    #expect(OriginVerdict(.rangeMismatch) == .neutral)
    #expect(OriginVerdict(.limit(MediaLoadError(.tooLarge, ""))) == .neutral)
    #expect(OriginVerdict(.limit(MediaLoadError(.deadline, ""))) == .unknown)
  }
}
