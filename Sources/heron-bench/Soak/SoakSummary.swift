import Foundation
import HeronEngine
import HeronScenarios

/// The result of a soak for programs.
struct SoakSummary: Encodable {
  struct Kind: Encodable {
    let kind: String
    let line: SoakLedger.Line
  }

  let requests: Int
  let media: Int
  let failed: Int
  let cancelled: Int
  let released: Int
  let orphaned: Int
  let live: Int
  let growthKiBPerHour: Double?
  let heapGrowthKiBPerHour: Double?
  let memoryKiB: Quartiles?
  let heapKiB: Quartiles?
  let descriptors: Quartiles?
  let descriptorsBefore: Int
  let descriptorsAfter: Int
  let times: DurationHistogram
  let kinds: [Kind]
  let findings: [String]
  let wasInterrupted: Bool

  init(_ result: SoakResult) {
    let statistics = result.statistics
    requests = statistics.submitted
    media = statistics.delivered
    failed = statistics.failed
    cancelled = statistics.cancelled
    released = statistics.released
    orphaned = statistics.orphaned
    live = statistics.live
    growthKiBPerHour = result.verdict.growth
    heapGrowthKiBPerHour = result.verdict.heapGrowth
    heapKiB = result.samples.isEmpty ? nil : Quartiles(result.samples.map { Double($0.heap) })
    memoryKiB = result.samples.isEmpty ? nil : Quartiles(result.samples.map { Double($0.resident) })
    descriptors = result.samples.isEmpty ? nil : Quartiles(result.samples.map { Double($0.descriptors) })
    descriptorsBefore = result.remains.descriptorsBefore
    descriptorsAfter = result.remains.descriptorsAfter
    times = result.ledger.times
    kinds = SoakKind.allCases.compactMap { kind in
      result.ledger.lines[kind].map { Kind(kind: kind.rawValue, line: $0) }
    }
    findings = result.findings
    wasInterrupted = result.wasInterrupted
  }

  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

/// Its percentiles in milliseconds.
extension DurationHistogram: Encodable {
  private enum Key: String, CodingKey {
    case p50 = "p50-ms"
    case p99 = "p99-ms"
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(percentile(0.5).map { $0 / .milliseconds(1) }, forKey: .p50)
    try container.encodeIfPresent(percentile(0.99).map { $0 / .milliseconds(1) }, forKey: .p99)
  }
}
