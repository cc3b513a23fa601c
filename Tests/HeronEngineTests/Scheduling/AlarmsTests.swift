import Testing

@testable import HeronEngine

@Suite struct `The wake-ups` {
  private func origin(_ alarm: Alarms.Alarm?) -> OriginID? {
    if case .origin(let origin)? = alarm { origin } else { nil }
  }

  @Test func `they come in the order of their moments, and of their setting within one`() {
    var alarms = Alarms()
    #expect(alarms.next == .never)
    for (number, due) in [30, 10, 20, 10].enumerated() {
      alarms.set(.origin(OriginID(number)), at: EngineInstant(nanoseconds: Int64(due)))
    }
    #expect(alarms.next.nanoseconds == 10)
    let end = EngineInstant(nanoseconds: 30)
    #expect((0..<4).map { _ in origin(alarms.popDue(end)) } == [1, 3, 2, 0])
    #expect(alarms.popDue(end) == nil)
    #expect(alarms.next == .never)
  }

  @Test func `none comes before its moment`() {
    var alarms = Alarms()
    alarms.set(.startToken, at: EngineInstant(nanoseconds: 10))
    #expect(alarms.popDue(EngineInstant(nanoseconds: 9)) == nil)
    #expect(alarms.popDue(EngineInstant(nanoseconds: 10)) != nil)
  }
}
