import ArgumentParser
import Heron

/// `Name: value`, as it is given to --header.
struct HeaderField: ExpressibleByArgument, Equatable {
  var name: String
  var value: String

  init?(argument: String) {
    guard let colon = argument.firstIndex(of: ":") else { return nil }
    let name = argument[..<colon]
    let value = argument[argument.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    guard !name.isEmpty, name.utf8.allSatisfy(Self.isTokenByte), value.utf8.allSatisfy({ $0 >= 0x20 || $0 == 0x09 })
    else { return nil }
    self.name = String(name)
    self.value = String(value)
  }

  // RFC 9110 §5.6.2.
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
