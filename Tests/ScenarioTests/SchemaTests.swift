import Foundation
import HeronScenarios
import Testing

/// What is told of the language elsewhere, held against the reader's own table.
@Suite struct `The language's documents` {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Scripts.folder.deletingLastPathComponent().appendingPathComponent(path), encoding: .utf8)
  }

  @Test func `the schema is the one that the reader's table makes`() throws {
    #expect(try Self.text("Scenarios/schema.json") == ScenarioSchema.json, "heron run --schema > Scenarios/schema.json")
    let parsed = try JSONSerialization.jsonObject(with: Data(ScenarioSchema.json.utf8)) as? [String: Any]
    #expect((parsed?["$defs"] as? [String: Any])?.count == 9)
  }

  @Test func `the document ends with the reader's table`() throws {
    let text = try Self.text("docs/scenarios.md")
    let keys = try #require(text.range(of: "## Keys\n\n"))
    #expect(String(text[keys.upperBound...]) == ScenarioSchema.tables)
  }

  @Test func `the document's example is read`() throws {
    let text = try Self.text("docs/scenarios.md")
    let start = try #require(text.range(of: "```yaml\n"))
    let end = try #require(text.range(of: "```", range: start.upperBound..<text.endIndex))
    let scenario = try Scenario(reading: String(text[start.upperBound..<end.lowerBound]), file: "docs/scenarios.md")
    #expect(scenario.name == "dead-host" && scenario.expectations.count == 3)
  }

  @Test func `every figure is in the document`() throws {
    let text = try Self.text("docs/scenarios.md")
    for kind in Figure.Kind.allCases { #expect(text.contains("`\(kind.rawValue)`"), "\(kind.rawValue)") }
  }
}
