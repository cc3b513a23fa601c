import Heron

/// A JSON object (RFC 8259) on one line, its fields in the order in which they were added.
struct JSONObject {
  private var body = "{"

  /// The whole object.
  var text: String { body + "}" }

  mutating func add(_ name: String, _ value: String?) {
    guard let value else { return }
    begin(name)
    Self.append(quoted: value, to: &body)
  }

  mutating func add(_ name: String, _ value: (some BinaryInteger)?) {
    guard let value else { return }
    begin(name)
    body += String(value)
  }

  mutating func add(_ name: String, _ value: Bool) {
    begin(name)
    body += value ? "true" : "false"
  }

  /// Milliseconds to a tenth.
  mutating func add(_ name: String, milliseconds duration: Duration) {
    let tenths = max(0, Self.rounded(duration.nanoseconds, to: 100_000))
    begin(name)
    body += "\(tenths / 10).\(tenths % 10)"
  }

  /// Milliseconds to a thousandth.
  mutating func add(_ name: String, exactMilliseconds duration: Duration) {
    let microseconds = max(0, Self.rounded(duration.nanoseconds, to: 1000))
    let fraction = String(microseconds % 1000)
    begin(name)
    body += "\(microseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
  }

  /// An array of pairs.
  mutating func add(_ name: String, pairs: [(String, String)]) {
    begin(name)
    body += "["
    for (index, pair) in pairs.enumerated() {
      body += index == 0 ? "[" : ",["
      Self.append(quoted: pair.0, to: &body)
      body += ","
      Self.append(quoted: pair.1, to: &body)
      body += "]"
    }
    body += "]"
  }

  // Names are ours, and need no escape.
  private mutating func begin(_ name: String) {
    body += body.utf8.count == 1 ? "\"" : ",\""
    body += name
    body += "\":"
  }

  private static func rounded(_ nanoseconds: Int64, to unit: Int64) -> Int64 {
    nanoseconds / unit + (nanoseconds % unit * 2 >= unit ? 1 : 0)
  }

  static func quoted(_ text: String) -> String {
    var result = ""
    append(quoted: text, to: &result)
    return result
  }

  private static func append(quoted text: String, to result: inout String) {
    result += "\""
    // Most texts are plain, and this is done for every field of every line.
    if text.hasOnly({ (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      result += text
    } else {
      for scalar in text.unicodeScalars { append(escaped: scalar, to: &result) }
    }
    result += "\""
  }

  private static func append(escaped scalar: UnicodeScalar, to result: inout String) {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    // Controls must be escaped (§7); the two separators end a line for readers that split by Unicode's rules.
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
}
