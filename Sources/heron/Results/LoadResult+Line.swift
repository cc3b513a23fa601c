import Heron

extension LoadResult {
  /// The result for a reader: a line, and further ones for header fields. Nil for what was merely cancelled.
  func line(_ style: TextStyle) -> String? {
    switch outcome {
    case .loaded: loadedLine(style) + headerLines(style)
    case .failed: failedLine(style)
    case .cancelled: nil
    }
  }

  private func loadedLine(_ style: TextStyle) -> String {
    var line = style.good("✓")
    line.append(column: String(index))
    if let status { line.append(column: String(status)) }
    if let format, let width, let height { line.append(column: "\(format.rawValue) \(width)×\(height)") }
    if let bytes { line.append(column: Quantity.text(bytes: Int64(bytes))) }
    line.append(column: Quantity.text(elapsed))
    if attempts > 1 { line.append(column: style.warning("\(attempts) attempts")) }
    if let source, source != .network, source != .disk { line.append(column: "from \(source.rawValue)") }
    if let checksum { line.append(column: checksum) }
    line.append(column: url.printable)
    if let file { line.append(column: "→ \(file.printable)") }
    return line
  }

  private func failedLine(_ style: TextStyle) -> String {
    var line = style.bad("✗")
    line.append(column: String(index))
    if let error { line.append(column: style.bad(error.kind.rawValue)) }
    if attempts > 1 { line.append(column: "\(attempts) attempts") }
    line.append(column: url.printable)
    if let error { line.append(column: style.faint(error.message.printable)) }
    return line
  }

  private func headerLines(_ style: TextStyle) -> String {
    guard let headers else { return "" }
    return headers.lines.reduce(into: "") { lines, field in
      lines += "\n"
      lines += style.faint("    \(field.name.printable): \(field.value.printable)")
    }
  }
}

extension String {
  /// Without control characters: a server's text must not move the cursor or change colours.
  var printable: String {
    if hasOnly({ (0x20...0x7E).contains($0) }) { return self }
    return String(
      String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
  }

  /// Whether each byte of its UTF-8 is as `isExpected` says.
  func hasOnly(_ isExpected: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isExpected) } ?? utf8.allSatisfy(isExpected)
  }

  fileprivate mutating func append(column: String) {
    self += "  "
    self += column
  }
}
