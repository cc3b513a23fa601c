import Foundation

/// What a list comes to: every run must fetch exactly that.
struct FetchVolume: Equatable {
  let requests: Int
  let bytes: Int

  /// A run that did not fetch everything, and nothing but it.
  struct Mismatch: Error, CustomStringConvertible {
    let description: String
  }

  private struct LoadedLine: Decodable {
    let url: String
    let outcome: String
    let bytes: Int?
  }

  init(requests: Int, bytes: Int) {
    (self.requests, self.bytes) = (requests, bytes)
  }

  /// Counts what `heron load --json` printed.
  init(heronOutput: String) throws {
    let decoder = JSONDecoder()
    let lines = try heronOutput.split(separator: "\n").map { try decoder.decode(LoadedLine.self, from: Data($0.utf8)) }
    if let failed = lines.first(where: { $0.outcome != "loaded" }) {
      throw Mismatch(description: "heron did not load \(failed.url)")
    }
    guard !lines.isEmpty else { throw Mismatch(description: "the list is empty") }
    self.init(requests: lines.count, bytes: lines.reduce(0) { $0 + ($1.bytes ?? 0) })
  }

  /// Holds what a program says of itself against this.
  ///
  /// - Returns: its wall time in seconds by its own clock; nil where it says nothing.
  func check(_ output: String, of name: String) throws -> Double? {
    let results = try ResultLine.all(in: output)
    guard let result = results.first else { return nil }
    guard results.count == 1 else {
      throw Mismatch(description: "\(name) fetched \(results.count) times: tell it to do so once")
    }
    if result.failures != 0 { throw Mismatch(description: "\(name): \(result.failures) requests failed") }
    guard result.requests == requests, result.bytes == bytes else {
      throw Mismatch(
        description: "\(name) fetched \(result.requests) bodies, \(result.bytes) bytes; "
          + "the list has \(requests), of \(bytes) bytes")
    }
    return result.wall
  }
}
