import Testing

@testable import heron

@Suite struct DurationHistogramTests {
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

  @Test func `short times are told apart`() {
    var histogram = DurationHistogram()
    for value in 0..<32 { histogram.add(.microseconds(value)) }
    #expect(histogram.percentile(0.5) == .microseconds(15))
    #expect(histogram.percentile(1) == .microseconds(31))
  }

  @Test func `nothing has no percentile`() { #expect(DurationHistogram().percentile(0.5) == nil) }

  @Test(arguments: [Duration.zero, .seconds(1_000_000), .nanoseconds(-1)])
  func `no duration is too long or too short`(duration: Duration) {
    var histogram = DurationHistogram()
    histogram.add(duration)
    #expect(histogram.percentile(0.99) == max(duration, .zero))
  }
}
