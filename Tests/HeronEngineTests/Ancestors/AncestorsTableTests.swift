import FoundationEssentials
import Testing

/// Holds `docs/ancestors.md` against the rows that there are, and against what it says is there.
@Suite struct `The ancestors' table` {
  private struct Row {
    var id: String
    var place: String
    var shown: String
  }

  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// How many offers (S) and defects (D) each of the five texts has.
  private static let counts = [(22, 13), (16, 17), (11, 9), (26, 10), (17, 5)]

  private func rows() throws -> [Row] {
    let data = try Data(contentsOf: Self.package.appending(path: "docs/ancestors.md"))
    return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingBlanks() }
      guard cells.count == 6, cells[1].contains("."), let kind = cells[1].first, "SD".contains(kind) else { return nil }
      return Row(id: cells[1], place: cells[3], shown: cells[4])
    }
  }

  /// What stands between pairs of back quotes.
  private func quoted(_ text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
  }

  private func testsText() throws -> String {
    let folder = Self.package.appending(path: "Tests").path
    var text = ""
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) where path.hasSuffix(".swift") {
      text += String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(path)")), as: UTF8.self)
    }
    return text
  }

  @Test func `every row of the ancestors stands in it once, in order`() throws {
    let expected = Self.counts.enumerated().flatMap { text, counts in
      (1...counts.0).map { "S\(text).\($0)" } + (1...counts.1).map { "D\(text).\($0)" }
    }
    #expect(try rows().map(\.id) == expected)
  }

  @Test func `every row is shown by a test or a command, or names the issue that brings it`() throws {
    for row in try rows() {
      let isShown =
        !quoted(row.shown).isEmpty || row.shown.contains("issue: ") || row.shown.hasPrefix("command: heron ")
      #expect(isShown, "\(row.id)")
    }
  }

  @Test func `every test that it names is there`() throws {
    let text = try testsText()
    for row in try rows() {
      for name in quoted(row.shown) {
        let isThere = text.contains("func `\(name)`(")
        #expect(isThere, "\(row.id): \(name)")
      }
    }
  }

  @Test func `every defect that a test answers is named in a comment of the tests`() throws {
    let lines = try testsText().split(separator: "\n").filter { $0.contains("// ") }
    let named = Set(lines.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "." }.map(String.init) })
    for row in try rows() where row.id.hasPrefix("D") && row.shown.hasPrefix("`") {
      let isNamed = named.contains(row.id)
      #expect(isNamed, "\(row.id)")
    }
  }

  // D4.5: the text's names were not those of the code.
  @Test func `every file that it names is there`() throws {
    for row in try rows() {
      for path in quoted(row.place) {
        let isThere = FileManager.default.fileExists(atPath: Self.package.appending(path: "Sources/\(path)").path)
        #expect(isThere, "\(row.id): \(path)")
      }
    }
  }
}

extension Substring {
  fileprivate func trimmingBlanks() -> String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
