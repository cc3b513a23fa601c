/// A JSON object (RFC 8259) on one line, its fields in the order in which they were added.
struct JSONObject {
  private var body = ""

  /// The whole object.
  var text: String { "{\(body)}" }

  mutating func add(_ name: String, _ value: String?) {
    if let value { add(name, raw: Self.quoted(value)) }
  }

  mutating func add(_ name: String, _ value: (some BinaryInteger)?) {
    if let value { add(name, raw: "\(value)") }
  }

  /// Milliseconds to a tenth.
  mutating func add(_ name: String, milliseconds duration: Duration) {
    let tenths = max(0, duration / .microseconds(100)).rounded()
    add(name, raw: "\(Int64(tenths) / 10).\(Int64(tenths) % 10)")
  }

  /// An array of pairs.
  mutating func add(_ name: String, pairs: [(String, String)]) {
    let pairs = pairs.map { "[\(Self.quoted($0.0)),\(Self.quoted($0.1))]" }
    add(name, raw: "[\(pairs.joined(separator: ","))]")
  }

  private mutating func add(_ name: String, raw: String) {
    if !body.isEmpty { body += "," }
    body += "\(Self.quoted(name)):\(raw)"
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
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
    return result + "\""
  }
}
