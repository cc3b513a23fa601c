/// URLs as lines of text.
enum URLList {
  /// One a line; blank lines and those that begin with # are left out.
  static func parse(_ bytes: [UInt8]) -> [String] {
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return String(decoding: bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
      .split { $0.isNewline }
      .map(trimmed)
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }

  private static func trimmed(_ line: Substring) -> String {
    guard let first = line.firstIndex(where: { !$0.isWhitespace }),
      let last = line.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(line[first...last])
  }
}
