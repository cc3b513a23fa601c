import Foundation
import Testing

@Suite struct `The document on security` {
  /// Words in backquotes of a table's last column.
  private func names() throws -> [String] {
    let text = try String(contentsOf: URL(filePath: House.root).appending(path: "docs/security.md"), encoding: .utf8)
    let cells = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.compactMap { row in
      row.split(separator: "|", omittingEmptySubsequences: false).dropLast().last
    }
    return cells.flatMap { cell in
      cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
        .map { String($0.element) }
    }
  }

  @Test func `names only tests that are there`() throws {
    let tests = try House.swiftFiles(in: "Tests").filter { !$0.path.hasPrefix("Tests/HouseTests") }
    let names = try names()
    #expect(names.count > 15)
    for name in names {
      #expect(tests.contains { $0.text.contains("`\(name)`") || $0.text.contains("struct \(name) ") }, "\(name)")
    }
  }
}
