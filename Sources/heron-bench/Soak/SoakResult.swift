import Heron
import HeronScenarios

/// What a soak has seen, and what it comes to.
struct SoakResult {
  let samples: [SoakSample]
  var ledger: SoakLedger
  let statistics: Statistics
  let wasInterrupted: Bool
  private(set) var remains = SoakVerdict.Remains(live: 0, descriptorsBefore: 0, descriptorsAfter: 0)
  private(set) var verdict = SoakVerdict(
    [], SoakVerdict.Remains(live: 0, descriptorsBefore: 0, descriptorsAfter: 0))

  init(samples: [SoakSample], ledger: SoakLedger, statistics: Statistics, wasInterrupted: Bool) {
    self.samples = samples
    self.ledger = ledger
    self.statistics = statistics
    self.wasInterrupted = wasInterrupted
  }

  mutating func judge(descriptorsBefore: Int, descriptorsAfter: Int, left: [String]) {
    remains = SoakVerdict.Remains(
      live: statistics.live, descriptorsBefore: descriptorsBefore, descriptorsAfter: descriptorsAfter, left: left)
    verdict = SoakVerdict(samples, remains)
  }

  /// Everything that is wrong; empty for a soak that has passed.
  var findings: [String] {
    let more = ledger.findingCount - ledger.findings.count
    return verdict.breaches + ledger.findings + (more > 0 ? ["And \(more) more of these."] : [])
  }
}
