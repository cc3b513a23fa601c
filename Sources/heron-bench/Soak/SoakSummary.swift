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
  let memoryKiB: Quartiles?
  let descriptors: Quartiles?
  let descriptorsBefore: Int
  let descriptorsAfter: Int
  let times: SoakTimes
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
