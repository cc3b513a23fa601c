/// A block of IPv6 addresses that stand for IPv4 addresses, and where in them those are.
struct AddressEmbedding {
  let name: String
  let source: String
  let prefix: AddressPrefix
  /// How many bits stand behind the IPv4 address.
  let shift: Int
  /// Whether its bits are turned round.
  let isInverted: Bool

  private init(
    _ name: String, _ source: String, _ first: UInt128, _ length: Int, shift: Int = 0, isInverted: Bool = false
  ) {
    self.name = name
    self.source = source
    prefix = AddressPrefix(first: .v6(first), length: length)
    self.shift = shift
    self.isInverted = isInverted
  }

  static let all = [
    AddressEmbedding("IPv4-mapped", "RFC 4291", 0xFFFF << 32, 96),
    AddressEmbedding("IPv4-compatible", "RFC 4291", 0, 96),
    AddressEmbedding("IPv4-translated", "RFC 2765", 0xFFFF << 48, 96),
    AddressEmbedding("NAT64", "RFC 6052", 0x0064_FF9B << 96, 96),
    // The last 32 bits, as in the well-known prefix; other places are possible (RFC 6052 §2.2).
    AddressEmbedding("NAT64", "RFC 8215", 0x0064_FF9B_0001 << 80, 48),
    AddressEmbedding("6to4", "RFC 3056", 0x2002 << 112, 16, shift: 80),
    // Its server's address and, inverted, its client's.
    AddressEmbedding("Teredo", "RFC 4380", 0x2001 << 112, 32, shift: 64),
    AddressEmbedding("Teredo", "RFC 4380", 0x2001 << 112, 32, isInverted: true),
  ]

  /// The IPv4 addresses that `address` stands for, each with the row that says so.
  static func embedded(in address: NetworkAddress) -> [(row: AddressEmbedding, address: NetworkAddress)] {
    // Unspecified and loopback, which are in the block of the IPv4-compatible ones, stand for themselves.
    guard case .v6(let bits) = address, bits > 1 else { return [] }
    return all.filter { $0.prefix.contains(address) }.map { row in
      let embedded = UInt32(truncatingIfNeeded: bits >> row.shift)
      return (row, .v4(row.isInverted ? ~embedded : embedded))
    }
  }
}
