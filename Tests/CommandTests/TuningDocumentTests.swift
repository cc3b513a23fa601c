import FoundationEssentials
import Heron
import Testing

/// docs/tuning.md, held against the engine's table of flags.
@Suite struct TuningDocumentTests {
  /// The cells of each row that describes a flag.
  private static func rows() throws -> [[String]] {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let text = String(decoding: try Data(contentsOf: URL(filePath: "/\(root)/docs/tuning.md")), as: UTF8.self)
    return text.split(separator: "\n").filter { $0.hasPrefix("| `--") }.map { row in
      row.split(separator: " | ").map { String($0.drop { $0 == "|" || $0 == " " }) }
    }
  }

  @Test func `every flag has a row, in the order of the table`() throws {
    #expect(try Self.rows().map { $0[0] } == ConfigurationFlag.all.map { "`--\($0.name)`" })
  }

  @Test func `every row tells the flag's meaning and its default in each profile, and a reason`() throws {
    for (row, flag) in zip(try Self.rows(), ConfigurationFlag.all) {
      #expect(row.count == 4, "\(row)")
      #expect(row[1] == flag.summary)
      #expect(row[2] == Self.defaults(of: flag), "--\(flag.name)")
      #expect(row[3].count > 10, "--\(flag.name)")
    }
  }

  private static func defaults(of flag: ConfigurationFlag) -> String {
    let usual = flag.text(in: Configuration(.interactive))
    var others: [(names: [String], text: String)] = []
    for profile in Configuration.Profile.allCases {
      let text = flag.text(in: Configuration(profile))
      if text == usual { continue }
      if let place = others.firstIndex(where: { $0.text == text }) {
        others[place].names.append(profile.rawValue)
      } else {
        others.append(([profile.rawValue], text))
      }
    }
    let parts = others.map { "\($0.names.joined(separator: ", ")) `\($0.text)`" }
    return (["`\(usual)`"] + parts).joined(separator: "; ")
  }
}
