import Testing

@testable import HeronEngine

@Suite struct `When a connection is late` {
  private func late(after times: Int64...) -> Int64? {
    var all = ConnectTimes()
    for time in times { all.add(nanoseconds: time) }
    return all.late
  }

  @Test func `nothing is late where nothing has connected`() {
    #expect(late() == nil)
    #expect(late(after: 0) == nil)
  }

  // RFC 6298, 2.2: SRTT = R, RTTVAR = R/2; RTO = SRTT + 4 RTTVAR.
  @Test func `after one connection, three times as long as that took`() {
    #expect(late(after: 1000) == 3000)
  }

  // 2.3: RTTVAR = 3/4 · 500 + 1/4 · |1000 - 1800| = 575, SRTT = 7/8 · 1000 + 1/8 · 1800 = 1100; 1100 + 4 · 575 = 3400.
  @Test func `after a second one, by hand`() {
    #expect(late(after: 1000, 1800) == 3400)
  }

  @Test func `equal times make the bound close in on them`() throws {
    var all = ConnectTimes()
    for _ in 0..<100 { all.add(nanoseconds: 1_000_000) }
    let late = try #require(all.late)
    #expect((1_000_000...1_000_100).contains(late))
  }
}

@Suite struct `What an origin that lets others wait is granted` {
  private let start = EngineInstant(nanoseconds: 1)

  @Test func `each round is twice as long, and followed by a rest nine times as long`() {
    var patience = ConnectPatience()
    #expect(ConnectPatience.limit(round: patience.rounds, late: 1000) == 1000)
    patience.giveUp(round: 0, after: 1000, now: start)
    #expect(patience.restsUntil == start.advanced(byNanoseconds: 9000))
    #expect(ConnectPatience.limit(round: patience.rounds, late: 1000) == 2000)
  }

  @Test func `attempts that began side by side are one round`() {
    var patience = ConnectPatience()
    patience.giveUp(round: 0, after: 1000, now: start)
    patience.giveUp(round: 0, after: 1500, now: start)
    #expect(patience.rounds == 1 && patience.restsUntil == start.advanced(byNanoseconds: 9000))
  }

  @Test func `a round without end is no overflow`() {
    #expect(ConnectPatience.limit(round: 1000, late: .max / 4) == .max)
  }
}
