import Testing

@testable import HeronEngine

private func moment(_ seconds: Double) -> EngineInstant { EngineInstant(nanoseconds: Int64(seconds * 1e9)) }

private func budget(
  _ capacity: Double = 20, refill: Double = 0.5, deposit: Double = 0.2, now: EngineInstant = .zero
) -> RetryBudget {
  var settings = OriginHealthSettings()
  settings.budget = capacity
  settings.budgetRefill = refill
  settings.budgetDeposit = deposit
  return RetryBudget(settings, now: now)
}

@Suite struct `The retry budget` {
  @Test func `it starts full, and an empty one grants nothing`() {
    var budget = budget()
    for _ in 0..<20 { #expect(budget.take(1, now: .zero) == true) }
    #expect(budget.take(1, now: .zero) == false)
    #expect(budget.take(0.5, now: .zero) == false)
    #expect(budget.take(0, now: .zero) == true)
  }

  @Test func `what was taken can be put back, up to the capacity`() {
    var budget = budget(2, refill: 0)
    #expect(budget.take(2, now: .zero) == true)
    budget.refund(1, now: .zero)
    #expect(budget.level(at: .zero) == 1.5, "and half a token for the success")
    budget.refund(5, now: .zero)
    #expect(budget.level(at: .zero) == 2)
  }

  @Test func `tokens return with time, up to the capacity`() {
    var budget = budget(2)
    #expect(budget.take(2, now: .zero) == true)
    #expect(budget.take(1, now: moment(1.999)) == false)
    #expect(budget.take(1, now: moment(2)) == true)
    #expect(budget.level(at: moment(1000)) == 2)
  }

  @Test func `successes bring tokens, up to the capacity`() {
    var budget = budget(1, refill: 0, deposit: 0.25)
    #expect(budget.take(1, now: .zero) == true)
    for _ in 0..<3 { budget.deposit(now: .zero) }
    #expect(budget.take(1, now: .zero) == false)
    for _ in 0..<3 { budget.deposit(now: .zero) }
    #expect(budget.take(1, now: .zero) == true)
    #expect(budget.take(0.25, now: .zero) == false)
  }

  @Test func `no capacity is no budget`() {
    var budget = budget(0)
    for _ in 0..<1000 { #expect(budget.take(1, now: .zero) == true) }
    budget.deposit(now: .zero)
    #expect(budget.nextAvailable(1, now: moment(3)) == moment(3))
  }

  @Test func `a cost above the capacity takes a full bucket instead of waiting for ever`() {
    var budget = budget(2)
    #expect(budget.take(5, now: .zero) == true)
    #expect(budget.nextAvailable(5, now: .zero) == moment(4))
  }

  @Test func `it tells when a token will be there`() {
    var budget = budget(1)
    #expect(budget.nextAvailable(1, now: .zero) == .zero)
    #expect(budget.take(1, now: .zero) == true)
    #expect(budget.nextAvailable(1, now: .zero) == moment(2))
    #expect(budget.nextAvailable(1, now: moment(1)) == moment(2))
  }

  @Test func `without refill an empty one is never full again`() {
    var dry = budget(1, refill: 0)
    #expect(dry.take(1, now: .zero) == true)
    #expect(dry.nextAvailable(1, now: .zero) == .never)
  }

  @Test func `at the moment that it tells, and not a nanosecond before, it grants`() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<2000 {
      var budget = budget(
        Double.random(in: 1...30, using: &generator), refill: Double.random(in: 0.001...10, using: &generator))
      var now = moment(Double.random(in: 0...1e6, using: &generator))
      while budget.take(1, now: now) {}
      let due = budget.nextAvailable(1, now: now)
      // Asking in vain in between moves nothing.
      now = EngineInstant(nanoseconds: now.nanoseconds + (due.nanoseconds - now.nanoseconds) / 3)
      #expect(budget.take(1, now: now) == false)
      #expect(budget.nextAvailable(1, now: now) == due)
      #expect(budget.take(1, now: due) == true)
    }
  }

  @Test(arguments: 1...20)
  func `over any window no more is granted than capacity, refill and deposits`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var budget = budget()
    var now = EngineInstant.zero
    var history: [(moment: EngineInstant, granted: Double, deposited: Double)] = []
    for _ in 0..<400 {
      now = now.advanced(byNanoseconds: Int64.random(in: 0...800_000_000, using: &generator))
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        budget.deposit(now: now)
        history.append((now, 0, 0.2))
      default:
        let cost = Bool.random(using: &generator) ? 1 : 0.5
        if budget.take(cost, now: now) { history.append((now, cost, 0)) }
      }
    }
    for start in history.indices {
      var (granted, deposited) = (0.0, 0.0)
      for entry in history[start...] {
        granted += entry.granted
        deposited += entry.deposited
        let window = Double(entry.moment.nanoseconds - history[start].moment.nanoseconds) / 1e9
        if granted > 20 + 0.5 * window + deposited + 1e-6 { Issue.record("\(granted) granted in \(window) s") }
      }
    }
  }

  @Test func `under other settings what is in it stays, as far as it fits`() {
    var budget = budget()
    #expect(budget.take(12, now: .zero) == true)
    var settings = OriginHealthSettings()
    settings.budget = 10
    #expect(budget.adopting(settings, now: .zero).level(at: .zero) == 8)
    settings.budget = 5
    #expect(budget.adopting(settings, now: .zero).level(at: .zero) == 5)
  }
}
