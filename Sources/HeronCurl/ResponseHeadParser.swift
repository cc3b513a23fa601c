import HeronEngine

/// Puts a response's head together from curl's header lines, and holds the header section to its limit.
struct ResponseHeadParser {
  private enum Stage { case statusLine, fields, complete }

  private let maxBytes: Int
  private var stage = Stage.statusLine
  private var status = 0
  private var version = HTTPVersion.http11
  private var fields: [HTTPFields.Field] = []
  // Over interim responses and trailers too: an endless row of either is a flood as well.
  private var bytes = 0

  init(maxBytes: Int) { self.maxBytes = maxBytes }

  /// Whether the final head has been given out.
  var isComplete: Bool { stage == .complete }

  /// Takes one line with its line break. Returns the head when the line ends it; interim responses (1xx) and
  /// trailers are passed over.
  mutating func take(_ line: UnsafeRawBufferPointer) throws(TransportError) -> ResponseHead? {
    bytes += line.count
    guard bytes <= maxBytes else { throw Self.tooLarge(maxBytes) }
    let text = line.withoutLineBreak
    switch stage {
    case .complete: break
    case .statusLine: try takeStatusLine(text)
    case .fields where !text.isEmpty: try takeField(text)
    case .fields: return try endOfFields()
    }
    return nil
  }

  /// The error for a header section over `limit`.
  static func tooLarge(_ limit: Int) -> TransportError {
    TransportError(.headersTooLarge, message: "header section over \(limit) bytes")
  }

  private mutating func takeStatusLine(_ line: UnsafeRawBufferPointer) throws(TransportError) {
    guard let space = line.firstIndex(of: 0x20), let version = HTTPVersion(statusLineStart: line[..<space]),
      let status = Int(statusCode: line[(space + 1)...].prefix { $0 != 0x20 }),
      // An upgrade was never asked for, and would be followed by something that is not HTTP.
      status != 101
    else { throw TransportError(.badResponse, message: "bad status line: \(line.text.prefix(64))") }
    self.version = version
    self.status = status
    stage = .fields
    fields.reserveCapacity(12)
  }

  private mutating func takeField(_ line: UnsafeRawBufferPointer) throws(TransportError) {
    if line[0].isBlank {
      // Obsolete line folding (RFC 9112 §5.2): the value goes on, after one space.
      guard let last = fields.popLast() else { throw Self.badField(line) }
      fields.append(.init(name: last.name, value: last.value + " " + line.trimmed().text))
      return
    }
    guard let colon = line.firstIndex(of: 0x3A), colon > 0 else { throw Self.badField(line) }
    let name = UnsafeRawBufferPointer(rebasing: line[..<colon]).trimmed()
    let value = UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]).trimmed()
    fields.append(.init(name: name.text, value: name.isLocation ? value.uriText : value.text))
  }

  private mutating func endOfFields() throws(TransportError) -> ResponseHead? {
    defer { fields = [] }
    try checkLength()
    guard status >= 200 else {
      stage = .statusLine
      return nil
    }
    stage = .complete
    return ResponseHead(status: status, headers: HTTPFields(fields), version: version)
  }

  // RFC 9112 §6.3: lengths that differ, or are none, are how one response is smuggled into another; curl takes the last.
  private func checkLength() throws(TransportError) {
    var length: Int64?
    for field in fields where field.name.utf8.count == 14 && field.name.lowercased() == "content-length" {
      if length == nil, let number = Int64(digits: field.value[...]) {
        length = number
        continue
      }
      for part in field.value.split(separator: ",", omittingEmptySubsequences: false) {
        guard let number = Int64(digits: Substring(part.filter { $0 != " " && $0 != "\t" })), length ?? number == number
        else { throw TransportError(.badResponse, message: "bad Content-Length: \(field.value.prefix(64))") }
        length = number
      }
    }
  }

  private static func badField(_ line: UnsafeRawBufferPointer) -> TransportError {
    TransportError(.badResponse, message: "bad header line: \(line.text.prefix(64))")
  }
}

extension HTTPVersion {
  fileprivate init?(statusLineStart text: Slice<UnsafeRawBufferPointer>) {
    switch text {
    case "HTTP/1.1": self = .http11
    case "HTTP/2", "HTTP/2.0": self = .http2
    case "HTTP/1.0": self = .http10
    case "HTTP/3", "HTTP/3.0": self = .http3
    default: return nil
    }
  }
}

private func ~= (pattern: StaticString, text: Slice<UnsafeRawBufferPointer>) -> Bool {
  text.elementsEqual(UnsafeBufferPointer(start: pattern.utf8Start, count: pattern.utf8CodeUnitCount))
}

extension Int {
  // Three digits, the first not zero: what a status code is (RFC 9110 §15).
  fileprivate init?(statusCode text: Slice<UnsafeRawBufferPointer>) {
    guard text.count == 3, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    self = text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    if self < 100 { return nil }
  }
}

extension Int64 {
  // Without a sign, which a length has not (RFC 9110 §8.6).
  fileprivate init?(digits text: Substring) {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text) else { return nil }
    self = number
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension UnsafeRawBufferPointer {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }

  fileprivate var isLocation: Bool { count == 8 && text.lowercased() == "location" }

  /// As a URI reference: a byte that is of no UTF-8 keeps its value only by its escape (RFC 3986 §2.1).
  fileprivate var uriText: String {
    guard String(validating: self, as: UTF8.self) == nil else { return text }
    return reduce(into: "") { text, byte in
      if byte < 0x80 {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  fileprivate var withoutLineBreak: UnsafeRawBufferPointer {
    var end = endIndex
    while end > startIndex, self[end - 1] == 0x0A || self[end - 1] == 0x0D { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: self[..<end])
  }

  fileprivate func trimmed() -> UnsafeRawBufferPointer {
    var start = startIndex
    var end = endIndex
    while start < end, self[start].isBlank { start += 1 }
    while end > start, self[end - 1].isBlank { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: self[start..<end])
  }
}
