import Testing

@testable import HeronEngine

private func moment(_ duration: Duration) -> EngineInstant { EngineInstant.zero.advanced(by: duration) }

@Suite struct `The waste bucket` {
  @Test func `a burst may start at once, then one each 12_5 ms`() {
    var bucket = WasteBucket(rate: 80, burst: 25, now: .zero)
    for _ in 0..<25 {
      #expect(bucket.hasToken(now: .zero))
      bucket.take(now: .zero)
    }
    #expect(!bucket.hasToken(now: .zero))
    let next = bucket.nextToken(now: .zero)
    #expect(abs(next.nanoseconds - 12_500_000) <= 1)
    #expect(bucket.hasToken(now: next) && !bucket.hasToken(now: moment(.milliseconds(12))))
  }

  @Test func `what was delivered gives its token back`() {
    var bucket = WasteBucket(rate: 1, burst: 1, now: .zero)
    bucket.take(now: .zero)
    bucket.giveBack(now: .zero)
    #expect(bucket.hasToken(now: .zero))
  }

  @Test func `it never holds more than the burst`() {
    var bucket = WasteBucket(rate: 1, burst: 2, now: .zero)
    bucket.giveBack(now: moment(.seconds(1000)))
    bucket.take(now: moment(.seconds(1000)))
    bucket.take(now: moment(.seconds(1000)))
    #expect(!bucket.hasToken(now: moment(.seconds(1000))))
  }

  @Test func `a rate of zero is no limit`() {
    var bucket = WasteBucket(rate: 0, burst: 1, now: .zero)
    for _ in 0..<1000 { bucket.take(now: .zero) }
    #expect(bucket.hasToken(now: .zero) && bucket.nextToken(now: .zero) == .zero)
  }

  @Test(arguments: [0.3, 1, 7, 80, 333.3])
  func `the moment of the next token is never too early`(rate: Double) {
    var bucket = WasteBucket(rate: rate, burst: 1, now: .zero)
    var now = EngineInstant.zero
    for _ in 0..<1000 {
      now = bucket.nextToken(now: now)
      #expect(bucket.hasToken(now: now))
      bucket.take(now: now)
    }
  }
}
