/// What a program says of its own fetching, on a line such as
/// `RESULT n=10000 bad=0 bytes=10240000 wall=0.240 cpu=0.21`; other fields are passed over.
struct ResultLine: Equatable {
  let requests: Int
  /// How many of them failed.
  let failures: Int
  let bytes: Int
  /// Seconds by the program's own clock, without its start and end.
  let wall: Double

  /// A line that begins like one and lacks a field.
  struct Unreadable: Error, CustomStringConvertible {
    let line: String
    var description: String { "not n, bad, bytes and wall of a second or a part of one: '\(line)'" }
  }

  /// The lines of that form among all that a program printed.
  static func all(in output: String) throws(Unreadable) -> [ResultLine] {
    var found: [ResultLine] = []
    for line in output.split(whereSeparator: \.isNewline) where line.hasPrefix("RESULT ") {
      guard let result = ResultLine(line) else { throw Unreadable(line: String(line)) }
      found.append(result)
    }
    return found
  }

  private init?(_ line: Substring) {
    var fields: [Substring: Substring] = [:]
    for word in line.split(separator: " ").dropFirst() {
      guard let sign = word.firstIndex(of: "=") else { return nil }
      fields[word[..<sign]] = word[word.index(after: sign)...]
    }
    guard let requests = fields["n"].flatMap({ Int($0) }), let failures = fields["bad"].flatMap({ Int($0) }),
      let bytes = fields["bytes"].flatMap({ Int($0) }), let wall = fields["wall"].flatMap({ Double($0) }),
      wall > 0, wall.isFinite
    else { return nil }
    (self.requests, self.failures, self.bytes, self.wall) = (requests, failures, bytes, wall)
  }
}
