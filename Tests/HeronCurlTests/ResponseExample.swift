import HeronEngine

/// A response of a parser's own tests: its bytes in their notation, and the events that the parser gives for them.
struct ResponseExample: Decodable, Sendable {
  struct Meta: Decodable, Sendable {
    var type: String
    var pause: String?
  }

  /// What a client gets to see of a message.
  struct Message: Sendable, Equatable {
    var status = 0
    var version = HTTPVersion.http11
    var fields: [[String]] = []
    var body = ""
    var isComplete = false

    /// Whether it says where its body ends.
    var isFramed: Bool {
      fields.contains { $0[0].lowercased() == "content-length" || $0[0].lowercased() == "transfer-encoding" }
    }
  }

  var file: String
  var name: String
  var meta: Meta
  var http: String
  var log: String

  /// The bytes on the wire.
  ///
  /// Each line ends in CRLF, but for the last; a backslash at its end joins it to the next; `\r`, `\n`, `\t` and `\f`
  /// stand for themselves.
  var bytes: [UInt8] {
    var text = Substring(http)
    if text.utf8.last == 0x0A { text = text.dropLast() }
    let wire = text.replacing("\\\n", with: "").replacing("\n", with: "\r\n")
      .replacing("\\r", with: "\r").replacing("\\n", with: "\n")
      .replacing("\\t", with: "\t").replacing("\\f", with: "\u{0C}")
    return Array(wire.utf8)
  }

  /// Whether the parser refuses it.
  var isRefused: Bool { log.contains(" error code=") }

  /// The first final message, as far as the parser told of it; nil where there is none.
  var message: Message? {
    var message = Message()
    for line in log.split(separator: "\n") {
      if line.contains("header_field]=") { message.fields.append([Self.span(line), ""]) }
      if line.contains("header_value]="), let last = message.fields.indices.last {
        message.fields[last][1] += Self.span(line)
      }
      if line.contains("span[body]=") { message.body += Self.span(line) }
      if let status = line.firstMatch(of: /headers complete status=(\d+) v=1\/(\d)/) {
        message.status = Int(status.1) ?? 0
        message.version = status.2 == "0" ? .http10 : .http11
      }
      guard line.hasSuffix("message complete") else { continue }
      message.isComplete = true
      if message.status >= 200 { return message }
      message = Message()
    }
    return message.status >= 200 ? message : nil
  }

  // `off=17 len=12 span[header_field]="Content-Type"`
  private static func span(_ line: Substring) -> String {
    if line.hasSuffix("=cr") { return "\r" }
    if line.hasSuffix("=lf") { return "\n" }
    guard let quote = line.firstIndex(of: "\"") else { return "" }
    return String(line[quote...].dropFirst().dropLast())
      .replacing("\\r", with: "\r").replacing("\\n", with: "\n").replacing("\\t", with: "\t")
  }
}
