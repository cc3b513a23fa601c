import Testing

@testable import HeronEngine

@Suite struct `The histogram of durations` {
  @Test func `percentiles are right within a thirtieth`() throws {
    var histogram = DurationHistogram()
    for value in (1...100_000).shuffled() { histogram.add(.microseconds(value)) }
    #expect(histogram.count == 100_000)
    #expect(histogram.max == .microseconds(100_000))
    for share in [0.5, 0.9, 0.99] {
      let told = try #require(histogram.percentile(share)) / .microseconds(1)
      #expect(told >= share * 100_000)
      #expect(told <= share * 100_000 * 1.032)
    }
  }

  @Test(arguments: [1, 5, 31, 32, 1000, 999_999, 123_456_789, 60_000_000_000, Int64.max / 4])
  func `a single duration is told as it is`(nanoseconds: Int64) {
    var histogram = DurationHistogram()
    histogram.add(nanoseconds: nanoseconds)
    #expect(histogram.percentile(0.5)?.nanoseconds == nanoseconds)
  }

  @Test func `short times are told apart`() {
    var histogram = DurationHistogram()
    for value in 0..<32 { histogram.add(.nanoseconds(value)) }
    #expect(histogram.percentile(0.5) == .nanoseconds(15))
    #expect(histogram.percentile(1) == .nanoseconds(31))
  }

  @Test func `nothing has no percentile`() { #expect(DurationHistogram().percentile(0.5) == nil) }

  @Test(arguments: [Duration.zero, .seconds(1_000_000), .nanoseconds(-1), .nanoseconds(Int64.max)])
  func `no duration is too long or too short`(duration: Duration) {
    var histogram = DurationHistogram()
    histogram.add(duration)
    #expect(histogram.percentile(0.99) == max(duration, .zero))
  }
}
