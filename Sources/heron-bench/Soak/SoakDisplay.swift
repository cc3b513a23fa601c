import Foundation
import HeronScenarios

/// How a soak is going, on standard error: one line that changes on a terminal, nothing elsewhere.
struct SoakDisplay {
  let time: Duration

  func show(_ sample: SoakSample, findings: Int) {
    Progress.tell(
      "\(sample.moment / 1000) of \(time.components.seconds) s  \(sample.submitted) requests  "
        + "\(sample.delivered) media  \(sample.failed) failed  \(sample.givenUp) given up  \(sample.active) active  "
        + "\(sample.waiting) waiting  \(sample.backoff) backoff  \(sample.resident / 1024) MiB  "
        + "\(sample.descriptors) descriptors  \(findings) findings")
  }

  func clear() { Progress.clear() }
}
