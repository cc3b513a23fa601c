import Foundation
import HeronCodecs
import HeronEngine
import Testing

/// Where the test corpus lies; nil where HERON_CORPUS is not set.
let corpus = ProcessInfo.processInfo.environment["HERON_CORPUS"]

/// One line of a folder's manifest: a file and what a decoder should make of it.
struct CorpusFile {
  enum Expectation: String {
    case ok, partial, error, either
  }

  var folder: String
  var name: String
  var format: String
  var expectation: Expectation
  var width: Int?
  var height: Int?
  /// SHA-256 of the pixels as RGBA8, in hexadecimal.
  var digest: String?

  func read() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: "\(try #require(corpus))/\(folder)/\(name)")))
  }

  /// The files of a folder, by its manifest.tsv; "-" stands for nothing.
  static func all(in folder: String) throws -> [CorpusFile] {
    let path = "\(try #require(corpus))/\(folder)/manifest.tsv"
    let lines = try String(contentsOf: URL(filePath: path), encoding: .utf8).split(separator: "\n")
    let columns = try #require(lines.first).split(separator: "\t").map(String.init)
    return try lines.dropFirst().map { line in
      let values = line.split(separator: "\t", omittingEmptySubsequences: false).map { $0 == "-" ? nil : String($0) }
      let row = Dictionary(uniqueKeysWithValues: zip(columns, values))
      func value(_ column: String) -> String? { row[column] ?? nil }
      return CorpusFile(
        folder: folder, name: try #require(value("file")), format: value("format") ?? "-",
        expectation: try #require(value("expect").flatMap(Expectation.init)),
        width: value("width").flatMap { Int($0) }, height: value("height").flatMap { Int($0) },
        digest: value("rgba8_sha256"))
    }
  }
}

/// Prints how many of a folder's files came out as expected, and records an issue for each that did not.
///
/// `problem` says what is wrong with a file; nil where nothing is.
func examine(_ folder: String, _ files: [CorpusFile], problem: (CorpusFile) throws -> String?) throws {
  #expect(!files.isEmpty, "\(folder) has no files to look at")
  var unexpected: [String] = []
  for file in files {
    if let problem = try problem(file) { unexpected.append("\(file.name): \(problem)") }
  }
  print("\(folder): \(files.count) files, \(files.count - unexpected.count) as expected, \(unexpected.count) not")
  for line in unexpected {
    print("  \(line)")
    Issue.record("\(folder)/\(line)")
  }
}
