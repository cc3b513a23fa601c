import Testing

@testable import HeronEngine

private func moment(_ seconds: Double) -> EngineInstant { EngineInstant(nanoseconds: Int64(seconds * 1e9)) }

/// A breaker that draws the shortest time of the range 0.8…1.2 unless told otherwise.
private struct Bench {
  var breaker = CircuitBreaker(OriginHealthSettings())
  var generator = ScriptedGenerator.lowest

  mutating func record(_ verdict: OriginVerdict, keys: Range<UInt64>, at seconds: Double = 0) {
    for key in keys { breaker.record(verdict, key: key, now: moment(seconds), generator: &generator) }
  }

  mutating func probe(_ verdict: OriginVerdict, at seconds: Double) {
    #expect(breaker.beginProbe(now: moment(seconds)) == true)
    breaker.endProbe(verdict, now: moment(seconds), generator: &generator)
  }

  func state(_ seconds: Double) -> CircuitBreaker.State { breaker.state(moment(seconds)) }

  /// Seconds that it stays open from `seconds` on; nil where it is not open.
  func openFor(at seconds: Double) -> Double? {
    guard case .open(let until) = state(seconds) else { return nil }
    return (Double(until.nanoseconds) / 1e9 - seconds).rounded(toPlaces: 3)
  }
}

extension Double {
  fileprivate func rounded(toPlaces places: Int) -> Double {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}

@Suite struct `The breaker opens` {
  @Test func `when half of eight distinct attempts found no answer`() {
    var bench = Bench()
    bench.record(.success, keys: 0..<4)
    bench.record(.transportFailure, keys: 4..<7)
    #expect(bench.state(0) == .closed)
    bench.record(.transportFailure, keys: 7..<8)
    #expect(bench.openFor(at: 0) == 4)
  }

  @Test func `not when fewer than half did`() {
    var bench = Bench()
    bench.record(.success, keys: 0..<9)
    bench.record(.transportFailure, keys: 9..<17)
    #expect(bench.state(0) == .closed)
    bench.record(.transportFailure, keys: 17..<18)
    #expect(bench.openFor(at: 0) != nil)
  }

  @Test func `when four of five were answered by 5xx`() {
    var bench = Bench()
    bench.record(.success, keys: 0..<2)
    bench.record(.statusFailure, keys: 2..<9)
    #expect(bench.state(0) == .closed)
    bench.record(.statusFailure, keys: 9..<10)
    #expect(bench.openFor(at: 0) != nil)
  }

  @Test func `not for one URL asked for again and again`() {
    var bench = Bench()
    for _ in 0..<100 { bench.record(.transportFailure, keys: 1..<2) }
    bench.record(.transportFailure, keys: 2..<8)
    #expect(bench.state(0) == .closed)
    bench.record(.transportFailure, keys: 8..<9)
    #expect(bench.openFor(at: 0) != nil)
  }

  @Test func `by what each URL said last`() {
    var bench = Bench()
    bench.record(.transportFailure, keys: 0..<7)
    bench.record(.success, keys: 0..<7)
    bench.record(.transportFailure, keys: 7..<8)
    #expect(bench.state(0) == .closed)
  }

  @Test func `not for what is older than the window`() {
    var bench = Bench()
    bench.record(.transportFailure, keys: 0..<7)
    bench.record(.transportFailure, keys: 7..<8, at: 10.001)
    #expect(bench.state(10.001) == .closed)
    bench.record(.transportFailure, keys: 8..<14, at: 11)
    #expect(bench.state(11) == .closed)
    bench.record(.transportFailure, keys: 14..<15, at: 12)
    #expect(bench.openFor(at: 12) != nil)
  }

  @Test func `not for answers about the media, nor for what ended on our side`() {
    var bench = Bench()
    bench.record(.neutral, keys: 0..<50)
    bench.record(.unknown, keys: 50..<100)
    bench.record(.transportFailure, keys: 100..<107)
    #expect(bench.state(0) == .closed)
    bench.record(.transportFailure, keys: 107..<108)
    #expect(bench.openFor(at: 0) != nil)
  }

  @Test func `by the newest sixty-four attempts, however many there were`() {
    var bench = Bench()
    bench.record(.success, keys: 0..<5000)
    bench.record(.transportFailure, keys: 5000..<5031)
    #expect(bench.state(0) == .closed)
    bench.record(.transportFailure, keys: 5031..<5032)
    #expect(bench.openFor(at: 0) != nil)
  }

  @Test func `never where there is none`() {
    var settings = OriginHealthSettings()
    settings.breaker = false
    var bench = Bench(breaker: CircuitBreaker(settings))
    bench.record(.transportFailure, keys: 0..<100)
    #expect(bench.state(0) == .closed)
    #expect(bench.breaker.beginProbe(now: .zero) == false)
  }
}

@Suite struct `The open breaker` {
  @Test(arguments: [(ScriptedGenerator.lowest, [4.0, 8, 15, 15]), (.highest, [6.0, 12, 15, 15])])
  func `stays open twice as long each time, spread by a fifth, up to its limit`(
    generator: ScriptedGenerator, waits: [Double]
  ) {
    var bench = Bench(generator: generator)
    bench.record(.transportFailure, keys: 0..<8)
    var now = 0.0
    for wait in waits {
      #expect(bench.openFor(at: now) == wait)
      now += wait
      bench.probe(.transportFailure, at: now)
    }
  }

  @Test func `takes no notice of attempts from before`() {
    var bench = Bench()
    bench.record(.transportFailure, keys: 0..<8)
    bench.record(.success, keys: 8..<20, at: 1)
    bench.record(.transportFailure, keys: 20..<40, at: 2)
    #expect(bench.openFor(at: 0) == 4)
  }

  @Test func `lets exactly one probe through once its time is over`() {
    var bench = Bench()
    bench.record(.transportFailure, keys: 0..<8)
    #expect(bench.breaker.beginProbe(now: moment(3.9)) == false)
    #expect(bench.state(4) == .halfOpen(isProbing: false))
    #expect(bench.breaker.beginProbe(now: moment(4)) == true)
    #expect(bench.state(4) == .halfOpen(isProbing: true))
    #expect(bench.breaker.beginProbe(now: moment(100)) == false)
  }

  @Test(arguments: [OriginVerdict.success, .neutral])
  func `closes after two answered probes and starts afresh`(verdict: OriginVerdict) {
    var bench = Bench()
    bench.record(.transportFailure, keys: 0..<8)
    bench.probe(.transportFailure, at: 4)
    #expect(bench.openFor(at: 4) == 8)
    bench.probe(verdict, at: 12)
    #expect(bench.state(12) == .halfOpen(isProbing: false))
    bench.probe(verdict, at: 12)
    #expect(bench.state(12) == .closed)
    bench.record(.transportFailure, keys: 0..<7, at: 12)
    #expect(bench.state(12) == .closed)
    bench.record(.transportFailure, keys: 7..<8, at: 12)
    #expect(bench.openFor(at: 12) == 4)
  }

  @Test(arguments: [OriginVerdict.statusFailure, .transportFailure])
  func `opens again for longer when a probe fails, also after one that did not`(verdict: OriginVerdict) {
    var bench = Bench()
    bench.record(.transportFailure, keys: 0..<8)
    bench.probe(.success, at: 4)
    bench.probe(verdict, at: 4)
    #expect(bench.openFor(at: 4) == 8)
    bench.probe(.success, at: 12)
    #expect(bench.state(12) == .halfOpen(isProbing: false))
  }

  @Test func `gives the place of a cancelled probe to another`() {
    var bench = Bench()
    bench.record(.transportFailure, keys: 0..<8)
    bench.probe(.success, at: 4)
    bench.probe(.unknown, at: 4)
    #expect(bench.state(4) == .halfOpen(isProbing: false))
    bench.probe(.success, at: 4)
    #expect(bench.state(4) == .closed)
  }
}
