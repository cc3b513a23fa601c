/// A block of addresses: those that begin with the same bits. RFC 4632 §3.1, RFC 4291 §2.3.
public struct AddressPrefix: Sendable, Hashable {
  /// Why a text names no block.
  public enum ParsingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What stands before the slash is no address.
    case notAnAddress(String)
    /// What stands behind the slash is no count of bits, or over the address's.
    case badLength(String)
    /// There are bits behind the prefix: one address or a block, it does not say which.
    case bitsBehindPrefix(String)

    /// What is wrong, and how it is written.
    public var description: String {
      switch self {
      case .notAnAddress(let text): "'\(text)' is not an address, as in 10.1.0.0/16, 192.0.2.7 or fd00::/8"
      case .badLength(let text): "'\(text)' has no length of 0 to 32 (IPv6: 128) bits behind the slash"
      case .bitsBehindPrefix(let text): "'\(text)' has bits behind its prefix; for one address leave the slash out"
      }
    }
  }

  /// The block's first address.
  public let first: NetworkAddress
  /// How many bits its addresses share.
  public let length: Int

  /// The block that `text` names, as in `10.1.0.0/16`; without a slash it is one address.
  public init(_ text: String) throws(ParsingError) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first.flatMap({ NetworkAddress($0) }) else { throw .notAnAddress(text) }
    var length = address.bitWidth
    if parts.count == 2 {
      // Digits alone: a sign is none.
      guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(parts[1]), number <= length
      else { throw .badLength(text) }
      length = number
    }
    self.init(first: address, length: length)
    guard address.bits & ~(UInt128.max << (address.bitWidth - length)) == 0 else {
      throw .bitsBehindPrefix(text)
    }
  }

  init(first: NetworkAddress, length: Int) {
    self.first = first
    self.length = length
  }

  /// Whether all of `other` is in the block.
  public func contains(_ other: AddressPrefix) -> Bool { other.length >= length && contains(other.first) }

  /// Whether `address` is in the block; an IPv4 address is never in a block of IPv6.
  public func contains(_ address: NetworkAddress) -> Bool {
    address.bitWidth == first.bitWidth && (address.bits ^ first.bits) >> (first.bitWidth - length) == 0
  }
}

extension AddressPrefix: CustomStringConvertible {
  /// The block as `init(_:)` takes it.
  public var description: String { length == first.bitWidth ? "\(first)" : "\(first)/\(length)" }
}
