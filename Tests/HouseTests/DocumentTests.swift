import Foundation
import Testing

@Suite struct `Documents show what is compiled` {
  private static let document = "docs/testing-your-app.md"
  private static let source = "Tests/HeronEngineTests/Documents/TestingYourAppTests.swift"

  @Test(arguments: ["model", "test", "network"])
  func `each example of testing-your-app.md is a test that runs`(name: String) throws {
    let document = try text(Self.document)
    let source = try text(Self.source)
    let shown = try #require(part(of: document, from: "<!-- \(name) -->\n```swift\n", to: "```"))
    let run = try #require(part(of: source, from: "// begin \(name)\n", to: "// end \(name)"))
    #expect(lines(shown) == lines(run))
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: URL(filePath: House.root).appending(path: path), encoding: .utf8)
  }

  private func part(of text: String, from start: String, to end: String) -> String? {
    guard let first = text.firstRange(of: start), let last = text[first.upperBound...].firstRange(of: end) else {
      return nil
    }
    return String(text[first.upperBound..<last.lowerBound])
  }

  // The one is indented in its suite, and broken by the formatter's rules.
  private func lines(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
