import Testing

@testable import HeronEngine

private func moment(_ seconds: Int64) -> EngineInstant { EngineInstant(nanoseconds: seconds * 1_000_000_000) }

private func seconds(_ value: Int) throws -> RetryAfter {
  try #require(RetryAfter(String(value), date: nil, now: 0))
}

@Suite struct `The gate` {
  @Test func `it is open until somebody closes it`() {
    #expect(OriginGate(OriginHealthSettings()).closedUntil(.zero) == nil)
  }

  @Test func `one 429 closes it until the moment that it names`() throws {
    var gate = OriginGate(OriginHealthSettings())
    gate.tooManyRequests(try seconds(7), now: moment(1))
    #expect(gate.closedUntil(moment(1)) == moment(8))
    #expect(gate.closedUntil(EngineInstant(nanoseconds: 7_999_999_999)) == moment(8))
    #expect(gate.closedUntil(moment(8)) == nil)
  }

  @Test func `it stays closed no longer than its limit`() throws {
    var gate = OriginGate(OriginHealthSettings())
    gate.tooManyRequests(try seconds(100_000), now: .zero)
    #expect(gate.closedUntil(.zero) == moment(60))
  }

  @Test func `a shorter wait does not open it early`() throws {
    var gate = OriginGate(OriginHealthSettings())
    gate.tooManyRequests(try seconds(30), now: .zero)
    gate.tooManyRequests(try seconds(1), now: moment(2))
    #expect(gate.closedUntil(moment(4)) == moment(30))
  }

  @Test func `one broken picture does not stop a page`() throws {
    var gate = OriginGate(OriginHealthSettings())
    for second in 0..<20 { gate.unavailable(try seconds(30), key: 1, now: moment(Int64(second))) }
    #expect(gate.closedUntil(moment(19)) == nil)
  }

  @Test func `two URLs that say 503 within the window close it, until the later moment`() throws {
    var gate = OriginGate(OriginHealthSettings())
    gate.unavailable(try seconds(40), key: 1, now: .zero)
    gate.unavailable(try seconds(5), key: 2, now: moment(10))
    #expect(gate.closedUntil(moment(10)) == moment(40))
  }

  @Test func `two that are further apart do not`() throws {
    var gate = OriginGate(OriginHealthSettings())
    gate.unavailable(try seconds(40), key: 1, now: .zero)
    gate.unavailable(try seconds(5), key: 2, now: moment(11))
    #expect(gate.closedUntil(moment(11)) == nil)
    gate.unavailable(try seconds(5), key: 3, now: moment(12))
    #expect(gate.closedUntil(moment(12)) == moment(17))
  }

  @Test func `a success between them speaks for the origin`() throws {
    var gate = OriginGate(OriginHealthSettings())
    gate.unavailable(try seconds(40), key: 1, now: .zero)
    gate.success()
    gate.unavailable(try seconds(40), key: 2, now: moment(1))
    #expect(gate.closedUntil(moment(1)) == nil)
  }
}
