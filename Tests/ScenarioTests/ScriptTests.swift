import Foundation
import HeronScenarios
import Testing

/// Every script of the project: each with its seeds, in the virtual world.
@Suite struct `Scripts` {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Scenarios")

  /// Fewer where a sanitizer makes all slow: a virtual world has one thread.
  private static let seeds = ProcessInfo.processInfo.environment["HERON_SEEDS"].flatMap { Int($0) } ?? 5

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".yaml") }.sorted()
  }()

  private static func scenario(_ name: String) throws -> Scenario {
    let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    return try Scenario(reading: text, file: name)
  }

  private static func verdict(_ scenario: Scenario, seed: UInt64) throws -> Verdict {
    let record = try VirtualRun.run(scenario, seed: seed)
    guard scenario.baseline != nil else { return Verdict(record) }
    return Verdict(record, baseline: try VirtualRun.run(scenario, seed: seed, isBaseline: true))
  }

  @Test(arguments: names)
  func `each holds for its seeds`(name: String) throws {
    let scenario = try Self.scenario(name)
    #expect("\(scenario.name).yaml" == name)
    #expect(!scenario.expectations.isEmpty, "nothing is expected")
    // The rest of the seeds is for `heron run`, built with optimisation.
    for seed in scenario.seeds.prefix(Self.seeds) {
      let verdict = try Self.verdict(scenario, seed: seed)
      #expect(
        verdict.outcome == .holds, "seed \(seed): \(verdict.checks.filter { !$0.holds }) \(verdict.record.breaches)")
    }
  }

  @Test func `there are scripts`() { #expect(Self.names.count >= 20) }

  @Test(arguments: ["flaky-20.yaml", "fling-scroll.yaml", "resume.yaml"])
  func `the same seed gives the same timeline, byte for byte`(name: String) throws {
    let scenario = try Self.scenario(name)
    let runs = try (0..<3).map { _ in try VirtualRun.run(scenario, seed: 7) }
    #expect(Set(runs.map(\.digest)).count == 1)
    #expect(runs[0].timeline == runs[1].timeline)
    #expect(try VirtualRun.run(scenario, seed: 8).digest != runs[0].digest || scenario.name == "fling-scroll")
  }
}
