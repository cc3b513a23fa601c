import Foundation
import HeronScenarios
import Testing

@testable import heron

/// `heron run` of the built command.
@Suite(.enabled(if: RunningCommand.path != nil, "heron is not built beside the tests")) struct RunCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func script(_ name: String = "test", expecting expectation: String, steps: String = "") -> String {
    """
    scenario: \(name)
    about: A test.
    time: 20s
    origins:
      good: {latency: 10ms}
      dead: {connect: refuse}
    steps:
      - {at: 0ms, request: 3, origin: good}
    \(steps)
    expect: {\(expectation)}
    """
  }

  private func run(_ arguments: [String]) async throws -> RunningCommand.Outcome {
    try await RunningCommand.run(["run"] + arguments)
  }

  private func write(_ text: String, to name: String = "a.yaml") throws -> String {
    try folder.write(text, to: name)
    return "\(folder.path)/\(name)"
  }

  @Test func `a scenario that holds ends with 0, a line for each seed`() async throws {
    let outcome = try await run([try write(Self.script(expecting: "delivered: 3")), "--seed", "1..3"])
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 3)
    #expect(outcome.lines.allSatisfy { $0.contains("holds") })
    #expect(outcome.errors.contains("3 of 3 runs as expected"))
  }

  @Test func `life is held against virtual time, in words and in JSON`() async throws {
    let path = try write(Self.script(expecting: "delivered: 3"))
    let outcome = try await run([path, "--real", "--agreement"])
    #expect(outcome.status == 0)
    #expect(outcome.lines.last?.contains("beside virtual time: 3 of 3 ends alike") == true)
    struct Line: Decodable {
      var ends_alike: Int
      var waits_compared: Int
    }
    let text = try await run([path, "--real", "--agreement", "--json"]).lines.first ?? ""
    let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
    #expect(line.ends_alike == 3 && line.waits_compared == 3)
    #expect(try await run([path, "--agreement"]).status == 2, "there is nothing to compare")
  }

  @Test func `one that misses ends with 1, and says what came and how to see it again`() async throws {
    let path = try write(Self.script(expecting: "delivered: 4"))
    let outcome = try await run([path, "--set", "--max-active=2"])
    #expect(outcome.status == 1)
    let text = outcome.lines.joined(separator: "\n")
    #expect(text.contains("a.yaml:10: expected delivered 4; came 3"))
    #expect(text.contains("again: heron run \(path) --seed 1 --set --max-active=2"))
    #expect(text.contains("http://good.test/0 delivered from network"))
  }

  @Test func `what cannot be written is told before anything runs`() async throws {
    let path = try write(Self.script(expecting: "delivered: 3"))
    for file in ["\(folder.path)/nowhere/report.html", "/proc/report.html"] {
      let outcome = try await run([path, "--report", file])
      #expect(outcome.status == 2 && outcome.lines.isEmpty && outcome.errors.contains("cannot write '\(file)'"))
    }
  }

  @Test func `JSON has the command that runs it again`() async throws {
    let path = try write(Self.script(expecting: "delivered: 3"))
    struct Line: Decodable {
      var replay: String
    }
    let text = try await run([path, "--seed", "7", "--json"]).lines.first ?? ""
    let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
    #expect(line.replay == "heron run \(path) --seed 7")
  }

  @Test func `an origin serves one scenario, and says why a port cannot be had`() async throws {
    let path = try write(Self.script(expecting: "delivered: 3"))
    _ = try write(Self.script("other", expecting: "delivered: 3"), to: "b.yaml")
    let outcome = try await RunningCommand.run(["origin", "--scenario", folder.path])
    #expect(outcome.status == 2 && outcome.errors.contains("has 2 scenarios; --scenario serves one"))
    let taken = try RefusingPort()
    for arguments in [["origin"], ["origin", "--scenario", path]] {
      let outcome = try await RunningCommand.run(arguments + ["--port", "\(taken.port)"])
      #expect(outcome.status == 1 && outcome.errors.contains("Address already in use"), "\(outcome.errors)")
    }
  }

  @Test func `each scenario has each of its seeds, however many there are`() {
    let scenarios = ["a", "b", "c"].map { Scenario(file: $0, name: $0, about: $0) }
    let all = SeededScenarios([(scenarios[0], 3...5), (scenarios[1], 1...1), (scenarios[2], 1...1_000_000)])
    #expect(all.count == 1_000_004)
    #expect(all.prefix(5).map { "\($0.scenario.name)\($0.seed)" } == ["a3", "a4", "a5", "b1", "c1"])
    #expect(all.last?.seed == 1_000_000)
  }

  @Test func `one that does not come to an end ends with 4`() async throws {
    let text = Self.script(expecting: "delivered: 3", steps: "  - {at: 0ms, request: 9, origin: dead}")
    let outcome = try await run([try write(text)])
    #expect(outcome.status == 4)
    #expect(outcome.lines.joined().contains("still waited"))
  }

  @Test(arguments: [
    ["nowhere.yaml"], ["."], ["--seed", "3..1", "x"], ["--set", "--max-actve=3", "x"], ["--set", "max-active", "x"], [],
    ["--junit", "/dev/null", "x"],
  ])
  func `bad usage ends with 2`(arguments: [String]) async throws {
    let outcome = try await run(arguments.map { $0 == "." ? folder.path : $0 })
    #expect(outcome.status == 2)
    #expect(!outcome.errors.isEmpty)
  }

  @Test func `a file that is wrong ends with 2, and its place`() async throws {
    let outcome = try await run([try write(Self.script(expecting: "delivred: 3"))])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("a.yaml:10:10: found the figure 'delivred'; did you mean 'delivered'?"))
    #expect(outcome.lines.isEmpty)
  }

  @Test func `a folder's scripts run in the order of their names`() async throws {
    _ = try write(Self.script("b", expecting: "delivered: 3"), to: "b.yaml")
    _ = try write(Self.script("a", expecting: "delivered: 3"), to: "a.yml")
    _ = try write("no scenario", to: "c.txt")
    let outcome = try await run([folder.path])
    #expect(outcome.status == 0)
    #expect(outcome.lines.map { $0.contains(" a seed") } == [true, false])
  }

  @Test func `JSON, JUnit and the timeline say the same`() async throws {
    let path = try write(Self.script(expecting: "delivered: 4"))
    let (junit, trace) = ("\(folder.path)/junit.xml", "\(folder.path)/trace")
    let outcome = try await run([path, "--json", "--junit", junit, "--trace", trace])
    #expect(outcome.status == 1)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.lines[0].utf8)) as? [String: Any]
    #expect(object?["outcome"] as? String == "missed")
    #expect(object?["requests"] as? Int == 3)
    let digest = try #require(object?["digest"] as? String)
    #expect(try folder.text("trace").contains("sha256 \(digest)"))
    #expect(try folder.text("junit.xml").contains("<testsuite name=\"test\" tests=\"1\" failures=\"1\">"))
    let again = try await run([path, "--junit", junit])
    #expect(again.status == 2 && again.errors.contains("--overwrite"))
  }
}
