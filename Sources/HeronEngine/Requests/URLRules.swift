/// Which URLs are loaded at all, and which origin (scheme, host, port) one belongs to. RFC 3986 §3, RFC 6454 §4.
enum URLRules {
  struct Origin {
    /// Scheme, host and port in one spelling.
    var name: String
    var isSecure: Bool
    /// The URL's bytes up to its path.
    var spelling: [UInt8]
  }

  /// Whether a URL of a known origin has nothing in it that may not be sent.
  static func accepts(_ bytes: UnsafeBufferPointer<UInt8>, maxBytes: Int) -> Bool {
    bytes.count <= maxBytes && bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }

  static func origin(of url: String, maxBytes: Int) throws(MediaLoadError) -> Origin {
    let bytes = Array(url.utf8)
    guard bytes.count <= maxBytes else {
      var error = MediaLoadError(.badURL, "the URL has \(bytes.count) bytes; the limit is \(maxBytes)")
      error.limit = MediaLoadError.Limit("max-url", limit: Int64(maxBytes), value: Int64(bytes.count))
      throw error
    }
    guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw MediaLoadError(.badURL, "a blank or control character is in the URL '\(printable(url))'; percent-encode it")
    }
    guard let schemeEnd = schemeEnd(bytes) else {
      throw MediaLoadError(.badURL, "'\(printable(url))' does not begin with http:// or https://")
    }
    let isSecure = schemeEnd == 8
    let rest = bytes[schemeEnd...]
    let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    let authority = rest[..<(end ?? bytes.endIndex)]
    let hostAndPort = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
    let name = try normalized(hostAndPort, isSecure: isSecure, url: url)
    return Origin(name: name, isSecure: isSecure, spelling: Array(bytes[..<authority.endIndex]))
  }

  private static func schemeEnd(_ bytes: [UInt8]) -> Int? {
    for scheme in ["http://", "https://"] where bytes.count >= scheme.utf8.count {
      if zip(bytes, scheme.utf8).allSatisfy({ $0.asciiLowercased == $1 }) { return scheme.utf8.count }
    }
    return nil
  }

  private static func normalized(
    _ hostAndPort: ArraySlice<UInt8>, isSecure: Bool, url: String
  ) throws(MediaLoadError) -> String {
    var host = hostAndPort
    var port = isSecure ? 443 : 80
    let afterAddress = hostAndPort.lastIndex(of: UInt8(ascii: "]")) ?? hostAndPort.startIndex
    if let colon = hostAndPort[afterAddress...].lastIndex(of: UInt8(ascii: ":")) {
      host = hostAndPort[..<colon]
      let digits = String(decoding: hostAndPort[(colon + 1)...], as: UTF8.self)
      if !digits.isEmpty {
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
          (1...65_535).contains(number)
        else { throw MediaLoadError(.badURL, "'\(digits)' in '\(printable(url))' is not a port") }
        port = number
      }
    }
    guard !host.isEmpty else { throw MediaLoadError(.badURL, "'\(printable(url))' names no host") }
    guard isInBracketsIfNeeded(host) else {
      throw MediaLoadError(.badURL, "an IPv6 address in '\(printable(url))' is not between brackets, as in [::1]")
    }
    return "\(isSecure ? "https" : "http")://\(HostName.canonical(host)):\(port)"
  }

  private static func isInBracketsIfNeeded(_ host: ArraySlice<UInt8>) -> Bool {
    let special = host.filter { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: ":") }
    if special.isEmpty { return true }
    let brackets = special.filter { $0 != UInt8(ascii: ":") }
    return host.first == UInt8(ascii: "[") && host.last == UInt8(ascii: "]") && brackets.count == 2
  }

  private static func printable(_ url: String) -> String {
    String(url.unicodeScalars.prefix(100).map { $0.value < 0x20 || $0.value == 0x7F ? "\u{FFFD}" : Character($0) })
  }
}
