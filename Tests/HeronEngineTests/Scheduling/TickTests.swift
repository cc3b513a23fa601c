import Testing

@testable import HeronEngine

private func milliseconds(_ value: Int64) -> Int64 { value * 1_000_000 }

@Suite struct `Ticks` {
  @Test(
    arguments: [
      (0, 0), (19, 0), (20, 1), (39, 1), (40, 2), (79, 2), (80, 4), (160, 8), (320, 16), (640, 32), (1279, 32),
      (1280, 64),
      (3_600_000, 64),
    ] as [(Int64, Int64)])
  func `the tick is the largest power of two that is a twentieth of the wait`(wait: Int64, tick: Int64) {
    #expect(Tick.length(forWait: milliseconds(wait)) == max(1, milliseconds(tick)))
  }

  @Test func `a moment is rounded up on the clock's own epoch`() {
    let now = EngineInstant(nanoseconds: milliseconds(7) + 1)
    #expect(Tick.due(after: milliseconds(2000), from: now).nanoseconds == milliseconds(2048))
    #expect(Tick.due(after: milliseconds(1280), from: .zero).nanoseconds == milliseconds(1280))
    #expect(Tick.due(after: milliseconds(19), from: now).nanoseconds == milliseconds(26) + 1)
  }

  @Test func `never early, and late by less than a tick`() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<10_000 {
      let wait = Int64.random(in: 0...milliseconds(1 << Int.random(in: 0...20, using: &generator)), using: &generator)
      let now = EngineInstant(nanoseconds: Int64.random(in: 0...(1 << 50), using: &generator))
      let due = Tick.due(after: wait, from: now)
      let late = due.nanoseconds - now.nanoseconds - wait
      #expect(late >= 0 && late < Tick.length(forWait: wait))
      #expect(late * 20 <= wait)
    }
  }

  @Test func `moments of similar waits fall together`() {
    let moments = (0..<10_000).map { index in
      Tick.due(after: milliseconds(2000), from: EngineInstant(nanoseconds: Int64(index) * 200_000))
    }
    #expect(Set(moments).count <= 33)
  }

  @Test func `never stays never`() {
    #expect(Tick.due(after: .max, from: EngineInstant(nanoseconds: 5)) == .never)
    #expect(Tick.due(after: .max - 10, from: .zero) == .never)
  }
}
