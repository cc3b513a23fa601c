import ArgumentParser
import FoundationEssentials
import Glibc
import Heron
import HeronCurl

/// The values of the network's flags, held against their forms before anything is loaded.
enum NetworkFlagText {
  /// Bytes per second: with the suffixes of the engine's flags, or with those of curl and aria2, where K is 1,024.
  static func rate(_ text: String) throws -> Int {
    // The engine reads sizes for its own flags only: one of them reads this one.
    var configuration = Configuration(.bulk)
    let reader = ConfigurationFlag.named("max-body")
    guard (try? reader?.set(withUnit(text), in: &configuration)) != nil else {
      throw ValidationError("expected the bytes for a second, such as 512B, 100KiB or 2MiB, or 100k or 2M as for curl")
    }
    return configuration.limits.maxBodyBytes
  }

  private static func withUnit(_ text: String) -> String {
    switch text.last {
    case "k", "K": text.dropLast() + "KiB"
    case "m", "M": text.dropLast() + "MiB"
    case "g", "G": text.dropLast() + "GiB"
    default: text.last?.isNumber == true ? text + "B" : text
    }
  }

  /// `host:port:address[,address]…`; IPv6 addresses come out in brackets, as curl wants them.
  static func resolve(_ text: String) throws -> String {
    let parts = split(text, maxParts: 3)
    // curl has no way to write an IPv6 address there; an address needs no resolving.
    guard parts.count == 3, parts[0] == "*" || isHost(parts[0]) && !parts[0].hasPrefix("["), isPort(parts[1]) else {
      throw ValidationError("expected HOST:PORT:ADDRESS, such as example.org:443:192.0.2.7")
    }
    let addresses = try parts[2].split(separator: ",", omittingEmptySubsequences: false).map(address)
    return "\(parts[0]):\(parts[1]):\(addresses.joined(separator: ","))"
  }

  /// `host1:port1:host2:port2`, of which each may be empty.
  static func connectTo(_ text: String) throws -> String {
    let parts = split(text, maxParts: 5)
    let isWellFormed =
      parts.count == 4 && [parts[0], parts[2]].allSatisfy { $0.isEmpty || isHost($0) }
      && [parts[1], parts[3]].allSatisfy { $0.isEmpty || isPort($0) }
    guard isWellFormed else {
      throw ValidationError(
        "expected HOST1:PORT1:HOST2:PORT2, such as example.org:443:localhost:8443; each may be empty, "
          + "IPv6 addresses stand in brackets")
    }
    return text
  }

  /// The URL of a proxy.
  static func proxy(_ text: String) throws -> String {
    let schemes = ["http", "https", "socks5", "socks5h"]
    // Without a scheme it is plain HTTP, as for curl.
    let text = text.contains("://") ? text : "http://\(text)"
    let components = URLComponents(string: text)
    guard let components, (components.port ?? 1) < 65_536, components.port != 0,
      schemes.contains(components.scheme?.lowercased() ?? ""), components.host?.isEmpty == false,
      ["", "/"].contains(components.path), components.query == nil, isFieldValue(text)
    else {
      throw ValidationError("expected http://, https://, socks5:// or socks5h:// and HOST:PORT")
    }
    return text
  }

  /// Cookies as one header field has them (RFC 6265 §4.2.1).
  static func cookie(_ text: String) throws -> String {
    guard isFieldValue(text) else { throw ValidationError("a cookie has no line breaks and no NUL") }
    guard text.contains("=") else {
      throw ValidationError("expected cookies such as 'a=b; c=d'; files of cookies are not read")
    }
    return text
  }

  /// The name that we go by.
  static func userAgent(_ text: String) throws -> String {
    guard isFieldValue(text) else { throw ValidationError("a header field has no line breaks and no NUL") }
    return text
  }

  /// A file in which there is a certificate at all; what it is worth is for the handshake to tell.
  static func certificateFile(_ path: String) throws -> String {
    let text = String(decoding: try FileBytes.read(path: readableFile(path)), as: UTF8.self)
    guard text.contains("-----BEGIN ") else {
      throw ValidationError("'\(path)' has no certificate in PEM form (-----BEGIN CERTIFICATE-----)")
    }
    return path
  }

  /// A file that is there and may be read.
  private static func readableFile(_ path: String) throws -> String {
    var state = stat()
    guard stat(path, &state) == 0, access(path, R_OK) == 0 else {
      throw ValidationError(FileError(path: path, act: "read", code: errno).description)
    }
    guard state.st_mode & S_IFMT != S_IFDIR else {
      throw ValidationError(FileError(path: path, act: "read", code: EISDIR).description)
    }
    return path
  }

  /// A block of addresses.
  static func prefix(_ text: String) throws -> AddressPrefix {
    do {
      return try AddressPrefix(text)
    } catch {
      throw ValidationError("\(error)")
    }
  }
}

extension NetworkFlagText {
  // A colon in brackets is part of an IPv6 address. The last part takes all colons that are left.
  private static func split(_ text: String, maxParts: Int) -> [String] {
    var parts = [""]
    var isInBrackets = false
    for letter in text {
      if letter == "[" { isInBrackets = true }
      if letter == "]" { isInBrackets = false }
      if letter == ":", !isInBrackets, parts.count < maxParts {
        parts.append("")
      } else {
        parts[parts.count - 1].append(letter)
      }
    }
    return parts
  }

  private static func isHost(_ text: String) -> Bool {
    if let address = unbracketed(text) { return NetworkAddress(address)?.bitWidth == 128 }
    // curl takes a dash in front as an order to forget the entry.
    return !text.isEmpty && !text.hasPrefix("-")
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), 0x80...:
          true
        default: false
        }
      }
  }

  private static func isPort(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } && (1...65_535).contains(Int(text) ?? 0)
  }

  private static func address(_ text: Substring) throws -> String {
    let bare = unbracketed(String(text)) ?? String(text)
    guard let address = NetworkAddress(bare) else {
      throw ValidationError("'\(text)' is not an address; names are not resolved here (see --connect-to)")
    }
    return address.bitWidth == 128 ? "[\(bare)]" : bare
  }

  private static func unbracketed(_ text: String) -> String? {
    text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : nil
  }

  // RFC 9110 §5.5.
  private static func isFieldValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 != 0x0D && $0 != 0x0A && $0 != 0 }
  }
}
