import Foundation
import HeronEngine
import HeronScenarios

/// The result of a soak as it is printed.
struct SoakReport {
  let result: SoakResult

  var text: String {
    let findings = result.findings
    let end = findings.isEmpty ? "The soak has passed." : "The soak has failed:\n" + findings.joined(separator: "\n")
    return [Report.grid(tenths), Report.grid(kinds), totals, remains, end].joined(separator: "\n\n")
  }

  /// A line for each sample.
  var csv: String {
    let header =
      "ms,resident-kib,heap-kib,descriptors,threads,active,waiting,parked,backoff,live,submitted,delivered,failed,given-up"
    let lines = result.samples.map { sample in
      [
        sample.moment, sample.resident, sample.heap, sample.descriptors, sample.threads, sample.active, sample.waiting,
        sample.parked, sample.backoff, sample.live, sample.submitted, sample.delivered, sample.failed, sample.givenUp,
      ].map(String.init).joined(separator: ",")
    }
    return ([header] + lines).joined(separator: "\n") + "\n"
  }

  private var tenths: [[String]] {
    let header = [
      "tenth", "memory MiB: quartiles", "most", "heap MiB: quartiles", "most", "descriptors: quartiles", "most",
      "threads", "live", "made",
    ]
    let count = result.samples.count
    return [header]
      + (0..<10).compactMap { tenth in
        let part = result.samples[count * tenth / 10..<count * (tenth + 1) / 10]
        guard let last = part.last else { return nil }
        let before = count * tenth / 10 > 0 ? result.samples[count * tenth / 10 - 1].submitted : 0
        let memory = Quartiles(part.map { Double($0.resident) / 1024 })
        let heap = Quartiles(part.map { Double($0.heap) / 1024 })
        let descriptors = Quartiles(part.map { Double($0.descriptors) })
        return [
          "\(tenth + 1)", memory.text(places: 1), memory.mostText(places: 1), heap.text(places: 1),
          heap.mostText(places: 1), descriptors.text(places: 0),
          descriptors.mostText(places: 0), "\(part.map(\.threads).max() ?? 0)", "\(part.map(\.live).max() ?? 0)",
          "\(last.submitted - before)",
        ]
      }
  }

  private var kinds: [[String]] {
    let header = ["kind", "requests", "given up", "ends", "p50 ms", "p99 ms"]
    return [header]
      + SoakKind.allCases.compactMap { kind in
        guard let line = result.ledger.lines[kind] else { return nil }
        let ends = line.endings.sorted { $0.value > $1.value }.map { "\($0.value) \($0.key)" }
        return [
          kind.rawValue, "\(line.requests)", "\(line.givenUp)", ends.joined(separator: ", "),
          Self.short(line.times.percentile(0.5)), Self.short(line.times.percentile(0.99)),
        ]
      }
  }

  private var totals: String {
    let statistics = result.statistics
    return """
      \(statistics.submitted) requests: \(statistics.delivered) media, \(statistics.failed) failed, \
      \(statistics.cancelled) cancelled, \(statistics.released) released, \(statistics.orphaned) orphaned, \
      \(statistics.live) live; \(statistics.coalesced) joined, \(statistics.memoryHits) from memory
      \(statistics.attempts) attempts, \(statistics.retries) retries, \(statistics.redirects) redirects, \
      \(statistics.bytes >> 20) MiB; media in \(Self.short(result.ledger.times.percentile(0.5))) ms (p50), \
      \(Self.short(result.ledger.times.percentile(0.99))) ms (p99)
      """
  }

  private var remains: String {
    let (growth, heap) = (Self.trend(result.verdict.growth), Self.trend(result.verdict.heapGrowth))
    return
      "memory's trend \(growth), the heap's \(heap); descriptors \(result.remains.descriptorsBefore) before the loader, "
      + "\(result.remains.descriptorsAfter) after it\(result.wasInterrupted ? "; interrupted" : "")"
  }

  private static func trend(_ growth: Double?) -> String {
    growth.map { "\(Int($0.rounded())) KiB an hour" } ?? "unknown"
  }

  private static func short(_ time: Duration?) -> String { time.map { Report.short($0 / .milliseconds(1)) } ?? "" }
}

/// The quartiles of at least one value, and the most.
struct Quartiles: Encodable {
  let low: Double
  let middle: Double
  let high: Double
  let most: Double

  init(_ values: [Double]) {
    let sorted = values.sorted()
    low = sorted[sorted.count / 4]
    middle = sorted[sorted.count / 2]
    high = sorted[sorted.count * 3 / 4]
    most = sorted[sorted.count - 1]
  }

  func text(places: Int) -> String {
    [low, middle, high].map { String(format: "%.\(places)f", $0) }.joined(separator: "  ")
  }
  func mostText(places: Int) -> String { String(format: "%.\(places)f", most) }
}
