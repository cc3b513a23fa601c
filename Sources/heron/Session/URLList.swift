/// URLs as lines of text.
enum URLList {
  /// One a line; blank lines and those that begin with # are left out.
  static func parse(_ bytes: [UInt8]) -> [String] {
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    return text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.compactMap(url)
  }

  // By bytes: characters take several times as long, and a list may have a million lines.
  private static func url(_ line: ArraySlice<UInt8>) -> String? {
    guard let first = line.firstIndex(where: { !isBlank($0) }), line[first] != UInt8(ascii: "#"),
      let last = line.lastIndex(where: { !isBlank($0) })
    else { return nil }
    return String(decoding: line[first...last], as: UTF8.self)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (9...13).contains(byte) }
}
