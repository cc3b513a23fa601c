/// A file's name made from a URL: one plain part of a path, whatever the URL says.
struct OutputName: Hashable {
  /// All before the extension.
  var stem: String
  /// From its dot on; empty where there is none.
  var suffix: String

  private static let maxStemBytes = 180
  private static let maxSuffixBytes = 16

  /// From the last part of the URL's path, percent-decoded; `index` where that leaves nothing.
  init(url: String) {
    let safe = Self.safe(Self.decoded(Self.lastPart(of: url)))
    let name = safe.isEmpty ? "index" : safe
    if let dot = name.lastIndex(of: "."), dot > name.startIndex, name[dot...].utf8.count <= Self.maxSuffixBytes {
      stem = String(name[..<dot])
      suffix = String(name[dot...])
    } else {
      stem = name
      suffix = ""
    }
    stem = Self.bounded(stem)
  }

  /// The name for the first, second … file that is to be called so: `a.png`, `a-2.png`.
  func candidate(_ number: Int) -> String { number == 1 ? "\(stem)\(suffix)" : "\(stem)-\(number)\(suffix)" }

  private static func lastPart(of url: String) -> [UInt8] {
    var rest = Array(url.utf8)[...]
    rest = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let slash = UInt8(ascii: "/")
    let isSchemeEnd = { (index: Int) in
      rest.indices.contains(index + 2) && Array(rest[index...(index + 2)]) == Array("://".utf8)
    }
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")), isSchemeEnd(colon) {
      guard let path = rest[(colon + 3)...].firstIndex(of: slash) else { return [] }
      rest = rest[path...]
    }
    return rest.lastIndex(of: slash).map { Array(rest[($0 + 1)...]) } ?? Array(rest)
  }

  private static func decoded(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = hexadecimal(bytes[index + 1]),
        let low = hexadecimal(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    UInt8(String(UnicodeScalar(byte)), radix: 16)
  }

  // No separators (of any system), nothing that does not print or turns the direction of writing, not hidden, not like a flag.
  private static func safe(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { scalar -> UnicodeScalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate: "_"
      default: scalar == "/" || scalar == "\\" ? "_" : scalar
      }
    }
    return String(String.UnicodeScalarView(scalars.drop { $0 == "." || $0 == " " || $0 == "-" }))
  }

  private static func bounded(_ stem: String) -> String {
    var result = ""
    var bytes = 0
    for scalar in stem.unicodeScalars {
      bytes += UTF8.width(scalar)
      if bytes > maxStemBytes { break }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
