import HeronScenarios
import Testing

@Suite struct SoakVerdictTests {
  private let clean = SoakVerdict.Remains(live: 0, descriptorsBefore: 10, descriptorsAfter: 10)

  /// A minute's samples, one a second.
  private func samples(_ change: (Int32, inout SoakSample) -> Void) -> [SoakSample] {
    (0..<Int32(60)).map { second in
      var sample = SoakSample(moment: second * 1000, resident: 40_000, descriptors: 50, threads: 8)
      change(second, &sample)
      return sample
    }
  }

  private func breaches(_ change: (Int32, inout SoakSample) -> Void) -> [String] {
    SoakVerdict(samples(change), clean).breaches
  }

  @Test func `what stays as it is passes, without a trend`() {
    let verdict = SoakVerdict(samples { _, _ in }, clean)
    #expect(verdict.breaches.isEmpty)
    #expect(verdict.growth == 0)
  }

  @Test func `what grows only while it warms up passes`() {
    #expect(breaches { second, sample in if second < 6 { sample.resident = 1000 * second } }.isEmpty)
  }

  @Test func `memory that grows without end is a finding`() throws {
    let leaking = samples { second, sample in sample.resident += 500 * second }
    let verdict = SoakVerdict(leaking, clean)
    #expect(try #require(verdict.growth).rounded() == 1_800_000)
    #expect(verdict.breaches.count == 1)
    #expect(verdict.breaches.first?.hasPrefix("Memory grows: by 1800000 KiB an hour") == true)
  }

  @Test func `a trend that stays within the noise of the high-water mark passes`() {
    #expect(breaches { second, sample in sample.resident += 10 * second }.isEmpty)
  }

  @Test func `a peak in the last third passes where the trend is flat`() {
    #expect(breaches { second, sample in if [6, 59].contains(second) { sample.resident = 90_000 } }.isEmpty)
  }

  @Test func `descriptors may be eight more in the last third, and no more`() {
    #expect(breaches { second, sample in if second == 55 { sample.descriptors = 58 } }.isEmpty)
    let found = breaches { second, sample in if second == 55 { sample.descriptors = 59 } }
    #expect(found == ["Descriptors grow: from at most 50 in the second third to 59 in the last."])
  }

  @Test func `requests that have not ended, and descriptors that are left, are findings`() {
    let remains = SoakVerdict.Remains(live: 2, descriptorsBefore: 10, descriptorsAfter: 11)
    #expect(SoakVerdict(samples { _, _ in }, remains).breaches.count == 2)
  }

  @Test func `too few samples give no trend and no finding`() {
    let verdict = SoakVerdict(Array(samples { _, _ in }.prefix(1)), clean)
    #expect(verdict.growth == nil)
    #expect(verdict.breaches.isEmpty)
    #expect(SoakVerdict([], clean).breaches.isEmpty)
  }
}
