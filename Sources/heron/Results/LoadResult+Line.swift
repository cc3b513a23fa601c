import Heron

extension LoadResult {
  /// The result for a reader: a line, and further ones for header fields. Nil for what was merely cancelled.
  func line(_ style: TextStyle) -> String? {
    switch outcome {
    case .loaded: ([loadedLine(style)] + headerLines(style)).joined(separator: "\n")
    case .failed: failedLine(style)
    case .cancelled: nil
    }
  }

  private func loadedLine(_ style: TextStyle) -> String {
    var parts = [style.good("✓"), "\(index)"]
    if let status { parts.append("\(status)") }
    if let format, let width, let height { parts.append("\(format.rawValue) \(width)×\(height)") }
    if let bytes { parts.append(Quantity.text(bytes: Int64(bytes))) }
    parts.append(Quantity.text(elapsed))
    if attempts > 1 { parts.append(style.warning("\(attempts) attempts")) }
    if let source, source != .network, source != .disk { parts.append("from \(source.rawValue)") }
    if let checksum { parts.append(checksum) }
    parts.append(url.printable)
    if let file { parts.append("→ \(file.printable)") }
    return parts.joined(separator: "  ")
  }

  private func failedLine(_ style: TextStyle) -> String {
    var parts = [style.bad("✗"), "\(index)"]
    if let error { parts.append(style.bad(error.kind.rawValue)) }
    if attempts > 1 { parts.append("\(attempts) attempts") }
    parts.append(url.printable)
    if let error { parts.append(style.faint(error.message.printable)) }
    return parts.joined(separator: "  ")
  }

  private func headerLines(_ style: TextStyle) -> [String] {
    (headers?.lines ?? []).map { style.faint("    \($0.name.printable): \($0.value.printable)") }
  }
}

extension String {
  /// Without control characters: a server's text must not move the cursor or change colours.
  var printable: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
  }
}
