import Testing

@testable import HeronEngine

@Suite struct `Waiting lines` {
  private func lines(_ slots: ClosedRange<UInt32>) -> WaitingLines {
    var lines = WaitingLines()
    for slot in slots {
      lines.makeRoom(for: slot, origin: 1)
      lines[slot].origin = 1
      lines[slot].priority = .near
      lines.append(slot, now: .zero)
    }
    return lines
  }

  private func all(_ lines: WaitingLines) -> [UInt32] {
    Array(sequence(first: lines.first(1, .near)) { $0.map(lines.next(after:)) }.prefix { $0 != nil }.compactMap(\.self))
  }

  @Test func `first in is first, last in is last, numbered in between`() {
    let lines = lines(0...3)
    #expect(all(lines) == [0, 1, 2, 3])
    #expect(lines.first(1, .near) == 0 && lines.last(1, .near) == 3)
    #expect((0...3).map { lines[$0].sequence } == [1, 2, 3, 4])
  }

  @Test func `lines of other origins and classes are empty`() {
    let lines = lines(0...3)
    #expect(lines.first(0, .near) == nil && lines.first(1, .visible) == nil && lines.last(1, .urgent) == nil)
  }

  @Test(arguments: [0, 1, 2, 3] as [UInt32])
  func `anyone can leave`(slot: UInt32) {
    var lines = lines(0...3)
    lines.remove(slot)
    #expect(all(lines) == [0, 1, 2, 3].filter { $0 != slot })
    #expect(lines.last(1, .near) == (slot == 3 ? 2 : 3))
    #expect(lines[slot].place == .nowhere)
  }

  @Test func `the last who leaves empties the line, and it fills again`() {
    var lines = lines(5...5)
    lines.remove(5)
    #expect(lines.first(1, .near) == nil && lines.last(1, .near) == nil)
    lines.append(5, now: EngineInstant(nanoseconds: 9))
    #expect(all(lines) == [5] && lines[5].sequence == 2 && lines[5].since.nanoseconds == 9)
  }
}
