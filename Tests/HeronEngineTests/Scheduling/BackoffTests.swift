import Testing

@testable import HeronEngine

private func waits(_ settings: RetrySettings, _ generator: ScriptedGenerator, throttled: Bool = false) -> [Int64] {
  var generator = generator
  return (1...7).map {
    Backoff(settings).wait(afterFailure: $0, isThrottled: throttled, lastWait: nil, generator: &generator) / 1_000_000
  }
}

@Suite struct `Waits between attempts` {
  @Test func `the ceiling doubles from the base to the cap`() {
    var settings = RetrySettings()
    settings.jitter = .none
    #expect(waits(settings, .lowest) == [250, 500, 1000, 2000, 4000, 5000, 5000])
    #expect(waits(settings, .lowest, throttled: true) == [1000, 2000, 4000, 5000, 5000, 5000, 5000])
  }

  @Test func `equal jitter draws the second half`() {
    #expect(waits(RetrySettings(), .lowest) == [125, 250, 500, 1000, 2000, 2500, 2500])
    #expect(waits(RetrySettings(), .highest) == [250, 500, 1000, 2000, 4000, 5000, 5000])
  }

  @Test func `full jitter draws all of it`() {
    var settings = RetrySettings()
    settings.jitter = .full
    #expect(waits(settings, .lowest) == [0, 0, 0, 0, 0, 0, 0])
    #expect(waits(settings, .highest) == [250, 500, 1000, 2000, 4000, 5000, 5000])
  }

  @Test func `fixed growth waits the same each time, cap or no cap`() {
    var settings = RetrySettings()
    settings.growth = .fixed
    settings.jitter = .none
    #expect(waits(settings, .lowest) == Array(repeating: 10_000, count: 7))
  }

  @Test func `decorrelated growth draws between the base and three times the last wait`() {
    var settings = RetrySettings()
    settings.growth = .decorrelated
    let backoff = Backoff(settings)
    var (low, high) = (ScriptedGenerator.lowest, ScriptedGenerator.highest)
    let last: Int64 = 400_000_000
    #expect(backoff.wait(afterFailure: 3, isThrottled: false, lastWait: last, generator: &low) == 250_000_000)
    #expect(backoff.wait(afterFailure: 3, isThrottled: false, lastWait: last, generator: &high) == 1_200_000_000)
    #expect(backoff.wait(afterFailure: 1, isThrottled: false, lastWait: nil, generator: &high) == 750_000_000)
    #expect(backoff.wait(afterFailure: 9, isThrottled: true, lastWait: .max, generator: &high) == 5_000_000_000)
  }

  @Test func `no failure is too late and no setting too small`() {
    var settings = RetrySettings()
    settings.jitter = .none
    var generator = SeededGenerator(seed: 1)
    for failure in [63, 64, 65, 1000, .max] {
      let wait = Backoff(settings).wait(
        afterFailure: failure, isThrottled: false, lastWait: nil, generator: &generator)
      #expect(wait == 5_000_000_000)
    }
    settings.base = .zero
    #expect(waits(settings, .highest) == Array(repeating: 0, count: 7))
  }

  @Test func `waits are spread evenly over their range, to the nanosecond`() {
    var generator = SeededGenerator(seed: 7)
    var counts = Array(repeating: 0, count: 10)
    var oddWaits = 0
    for _ in 0..<20_000 {
      let wait = Backoff(RetrySettings()).wait(
        afterFailure: 1, isThrottled: false, lastWait: nil, generator: &generator)
      #expect((125_000_000...250_000_000).contains(wait))
      counts[Int(min(9, (wait - 125_000_000) / 12_500_000))] += 1
      oddWaits += Int(wait % 2)
    }
    #expect(counts.allSatisfy { (1800...2200).contains($0) })
    #expect((9700...10_300).contains(oddWaits))
  }

  @Test func `the seed decides all`() {
    var (left, right) = (SeededGenerator(seed: 3), SeededGenerator(seed: 3))
    let backoff = Backoff(RetrySettings())
    for failure in 1...50 {
      let first = backoff.wait(afterFailure: failure, isThrottled: false, lastWait: nil, generator: &left)
      #expect(first == backoff.wait(afterFailure: failure, isThrottled: false, lastWait: nil, generator: &right))
    }
  }
}
