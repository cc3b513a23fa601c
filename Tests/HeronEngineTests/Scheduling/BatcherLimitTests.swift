import Testing

@testable import HeronEngine

@Suite struct `The limits of promotion` {
  @Test func `no more run than the limit`() {
    var line = BatcherLine { $0.maxActivePerOrigin = 100 }
    line.join(1...20)
    #expect(line.promoteAll() == Array(1...8))
    #expect(line.batcher.active == 8 && line.batcher.waiting == 12)
  }

  @Test func `no more to an origin than its limit, and the others are not held up`() {
    var line = BatcherLine()
    line.join(1...10, origin: 0)
    line.join(11...20, origin: 1)
    #expect(line.promoteAll() == [1, 2, 3, 4, 5, 6, 11, 12])
    #expect(line.batcher.counts(of: 0) == (6, 4))
  }

  @Test func `an origin that multiplexes has all slots`() {
    var line = BatcherLine()
    line.batcher.admit(0, as: .multiplexed, standing: .proven)
    line.join(1...10)
    #expect(line.promoteAll() == Array(1...8))
  }

  @Test(arguments: [(1, 1), (2, 1), (3, 1), (8, 4), (9, 4)])
  func `low classes hold at most half of the slots, and at least one`(limit: Int, low: Int) {
    var line = BatcherLine {
      $0.maxActive = limit
      $0.maxActivePerOrigin = 100
    }
    line.join(1...5, .prefetch)
    line.join(6...10, .background)
    #expect(line.promoteAll().count == low)
    line.join(11...30, .near)
    #expect(line.promoteAll().count == limit - low)
    #expect(line.batcher.activeLow == low)
  }

  @Test func `a low load that is raised while it runs frees the low classes' share`() {
    var line = BatcherLine { $0.maxActive = 2 }
    line.join(1...3, .prefetch)
    #expect(line.promoteAll() == [1])
    line.batcher.reprioritize(1, to: .visible, now: line.now)
    #expect(line.promoteAll() == [2])
  }

  @Test func `an unproven origin holds two slots while another waits`() {
    var line = BatcherLine()
    line.batcher.admit(0, as: .open, standing: .unproven)
    line.join(1...10, origin: 0, .urgent)
    line.join(11...14, origin: 1, .visible)
    #expect(line.promoteAll() == [1, 2, 11, 12, 13, 14, 3, 4])
  }

  @Test func `one that let others wait holds one slot while another waits, and none while it rests`() {
    var line = BatcherLine()
    line.batcher.admit(0, as: .open, standing: .onTrial)
    line.join(1...10, origin: 0, .urgent)
    line.join(11...14, origin: 1, .visible)
    #expect(line.promoteAll() == [1, 11, 12, 13, 14, 2, 3, 4])
    line = BatcherLine()
    line.batcher.admit(0, as: .opening, standing: .resting)
    line.join(1...10, origin: 0, .urgent)
    line.join(11...14, origin: 1, .visible)
    #expect(line.promoteAll() == [11, 12, 13, 14, 1], "where nobody else waits, it may start")
  }

  @Test func `a slot is wanted where only a slot is missing`() {
    var line = BatcherLine()
    line.join(1...20, origin: 0)
    _ = line.promoteAll()
    #expect(!line.batcher.isSlotWanted(byOthersThan: 0), "its own limit")
    line.join(21...30, origin: 1)
    _ = line.promoteAll()
    #expect(line.batcher.isSlotWanted(byOthersThan: 0))
    #expect(!line.batcher.isSlotWanted(byOthersThan: 1))
    line.batcher.isOffline = true
    #expect(!line.batcher.isSlotWanted(byOthersThan: 0))
  }

  @Test func `an unproven origin has its whole limit where nobody else waits`() {
    var line = BatcherLine()
    line.batcher.admit(0, as: .open, standing: .unproven)
    line.join(1...10)
    #expect(line.promoteAll() == Array(1...6))
  }

  @Test func `an opening origin gets one attempt until it is known`() {
    var line = BatcherLine()
    line.batcher.admit(0, as: .opening, standing: .unproven)
    line.join(1...5)
    #expect(line.promoteAll() == [1])
    line.batcher.admit(0, as: .multiplexed, standing: .proven)
    #expect(line.promoteAll() == [2, 3, 4, 5])
  }

  @Test func `a probe is a load that has not failed, of whatever class`() {
    var line = BatcherLine()
    line.batcher.admit(0, as: .blocked, standing: .unproven)
    line.join(1...3, .visible, hasFailed: true)
    line.join(4, .near)
    #expect(line.promoteAll() == [])
    line.batcher.admit(0, as: .probe, standing: .unproven)
    #expect(line.promote() == 4)
    line.batcher.admit(0, as: .blocked, standing: .unproven)
    #expect(line.promoteAll() == [])
  }

  @Test func `where all have failed the first in line is the probe`() {
    var line = BatcherLine()
    line.batcher.admit(0, as: .probe, standing: .unproven)
    line.join(1...3, .visible, hasFailed: true)
    #expect(line.promote() == 1)
  }

  @Test func `a probe that leaves the line is replaced`() {
    var line = BatcherLine()
    line.batcher.admit(0, as: .probe, standing: .unproven)
    line.join(1, hasFailed: true)
    line.join(2...3)
    line.batcher.withdraw(2)
    #expect(line.promote() == 3)
  }

  @Test func `a blocked origin's loads are parked, and come when it opens`() {
    var line = BatcherLine()
    line.batcher.admit(0, as: .blocked, standing: .proven)
    line.join(1...3, origin: 0)
    line.join(4, origin: 1)
    #expect(line.promoteAll() == [4])
    #expect(line.batcher.parked == 3)
    line.batcher.admit(0, as: .open, standing: .proven)
    #expect(line.batcher.parked == 0)
    #expect(line.promoteAll() == [1, 2, 3])
  }

  @Test func `a raised limit promotes as many as now fit, a lowered one kills nothing`() {
    var line = BatcherLine {
      $0.maxActive = 2
      $0.maxActivePerOrigin = 100
    }
    line.join(1...10)
    #expect(line.promoteAll() == [1, 2])
    line.batcher.settings.maxActive = 5
    #expect(line.promoteAll() == [3, 4, 5])
    line.batcher.settings.maxActive = 1
    #expect(line.batcher.active == 5)
    for slot in 1...4 as ClosedRange<UInt32> {
      line.batcher.complete(slot)
      #expect(line.promote() == nil)
    }
    line.batcher.complete(5)
    #expect(line.promoteAll() == [6])
  }

  @Test func `nothing starts while paused or offline, and what waits offline is parked`() {
    var line = BatcherLine()
    line.join(1...2)
    line.batcher.isPaused = true
    #expect(line.promote() == nil && line.batcher.parked == 0)
    line.batcher.isPaused = false
    line.batcher.isOffline = true
    #expect(line.promote() == nil && line.batcher.parked == 2)
    line.batcher.isOffline = false
    #expect(line.promoteAll() == [1, 2])
  }
}
