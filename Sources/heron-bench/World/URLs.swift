/// URLs of 60 characters, each with a number of its own.
enum URLs {
  static let deadMark = ".gone"
  static let deadOrigin = "http://dead."

  private static let digits = 7

  /// As many URLs, over as many origins, in turn.
  static func distinct(_ count: Int, origins: Int = 1) -> [String] {
    (0..<count).map { url($0, origin: $0 % origins) }
  }

  /// Seven digits of origin and seven of number, so that all are of one length.
  static func url(_ number: Int, origin: Int = 0) -> String {
    var bytes = Array("http://".utf8)
    append(origin, to: &bytes)
    bytes += Array(".pictures.example.org/albums/2026/".utf8)
    bytes += Array("photo".utf8)
    append(number, to: &bytes)
    // From bytes, so that the string takes no more room than it needs.
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number that a URL ends with.
  static func number(of url: String) -> Int {
    url.utf8.suffix(digits).reduce(0) { $0 * 10 + Int($1) - 48 }
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    var rest = number
    var text: [UInt8] = []
    for _ in 0..<digits {
      text.append(UInt8(48 + rest % 10))
      rest /= 10
    }
    bytes += text.reversed()
  }
}
