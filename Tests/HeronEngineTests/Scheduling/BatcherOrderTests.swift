import Testing

@testable import HeronEngine

@Suite struct `The order of promotion` {
  @Test func `a more urgent class goes first, within a class who came first`() {
    var line = BatcherLine { $0.lowEvery = 0 }
    line.join(1, .background)
    line.join(2, .prefetch)
    line.join(3, .near)
    line.join(4...5, .visible)
    line.join(6, .urgent)
    #expect(line.promoteOneByOne() == [6, 4, 5, 3, 2, 1])
  }

  @Test func `among origins too who came first goes first`() {
    var line = BatcherLine()
    line.join(1, origin: 2)
    line.join(2, origin: 0)
    line.join(3, origin: 1)
    line.join(4, origin: 2)
    #expect(line.promoteAll() == [1, 2, 3, 4])
  }

  @Test func `a load rises by one class for each step that it waits`() {
    var line = BatcherLine()
    line.join(1, .near)
    line.wait(.seconds(2))
    line.join(2, .visible)
    #expect(line.promoteOneByOne() == [1, 2], "after one step near is visible, and came first")
  }

  @Test func `just under a step it has not risen`() {
    var line = BatcherLine()
    line.join(1, .near)
    line.wait(.nanoseconds(1_999_999_999))
    line.join(2, .visible)
    #expect(line.promoteOneByOne() == [2, 1])
  }

  @Test func `near rises to urgent in two steps and no further`() {
    var line = BatcherLine()
    line.join(1, .near)
    line.wait(.seconds(4))
    line.join(2, .urgent)
    #expect(line.promoteOneByOne() == [1, 2])
  }

  @Test(arguments: [RequestPriority.prefetch, .background])
  func `low classes never rise above near`(low: RequestPriority) {
    var line = BatcherLine { $0.lowEvery = 0 }
    line.join(1, low)
    line.wait(.seconds(3600))
    line.join(2, .visible)
    line.join(3, .near)
    #expect(line.promoteOneByOne() == [2, 1, 3])
  }

  @Test func `without an age step nobody rises`() {
    var line = BatcherLine { $0.ageStepNanoseconds = 0 }
    line.join(1, .near)
    line.wait(.seconds(3600))
    line.join(2, .visible)
    #expect(line.promoteOneByOne() == [2, 1])
  }

  @Test func `every eighth promotion takes the low load that has waited longest`() {
    var line = BatcherLine()
    line.join(100, .background)
    line.join(101, .prefetch)
    line.join(1...20, .urgent)
    let order = line.promoteOneByOne()
    #expect(order.firstIndex(of: 100) == 7)
    #expect(order.firstIndex(of: 101) == 15)
  }

  @Test func `with newest first the visible line is turned round, the others are not`() {
    var line = BatcherLine {
      $0.newestFirst = true
      $0.lowEvery = 0
    }
    line.join(1...2, origin: 0, .visible)
    line.join(3, origin: 1, .visible)
    line.join(4...5, .near)
    line.join(6...7, .urgent)
    #expect(line.promoteOneByOne() == [6, 7, 3, 2, 1, 4, 5])
  }

  @Test func `with newest first one that has waited a step still goes before the newest`() {
    var line = BatcherLine { $0.newestFirst = true }
    line.join(1)
    line.wait(.seconds(2))
    line.join(2...3)
    #expect(line.promoteOneByOne() == [1, 3, 2])
  }

  @Test func `with newest first an origin that is being tried does not turn the others back`() {
    var line = BatcherLine { $0.newestFirst = true }
    line.batcher.admit(1, as: .probe, standing: .unproven)
    line.join(1...3, origin: 0)
    line.join(4, origin: 1)
    line.join(5, origin: 1, hasFailed: true)
    #expect(line.promoteOneByOne() == [4, 5, 3, 2, 1])
  }

  @Test func `another class means the end of another line`() {
    var line = BatcherLine()
    line.join(1, .near)
    line.join(2...3, .visible)
    line.batcher.reprioritize(1, to: .visible, now: line.now)
    #expect(line.promoteOneByOne() == [2, 3, 1])
  }

  @Test func `who leaves from the front, the middle or the end is not missed`() {
    var line = BatcherLine()
    line.join(1...6)
    for slot in [1, 3, 6] as [UInt32] { line.batcher.withdraw(slot) }
    #expect(line.batcher.waiting == 3)
    #expect(line.promoteAll() == [2, 4, 5])
  }

  @Test func `a load back in line has a new sequence and ages from there`() {
    var line = BatcherLine()
    line.join(1, .near)
    line.wait(.seconds(3))
    #expect(line.promote() == 1)
    line.batcher.complete(1)
    line.join(2, .near)
    line.join(1, .near, hasFailed: true)
    #expect(line.promoteOneByOne() == [2, 1])
  }
}
