/// A block of addresses with a purpose of its own.
///
/// The rows are those of IANA's registries of special-purpose IPv4 and IPv6 addresses (RFC 6890, RFC 8190) that are
/// not globally reachable, and of its registries of multicast.
public struct AddressRange: Sendable, Hashable {
  /// What its addresses are, as in "loopback".
  public let name: String
  /// The document that says so.
  public let source: String
  /// Its addresses.
  public let prefix: AddressPrefix

  private init(_ name: String, _ source: String, _ first: NetworkAddress, _ length: Int) {
    self.name = name
    self.source = source
    prefix = AddressPrefix(first: first, length: length)
  }

  /// What no guard lets through: addresses that reach only this machine's own link, many machines, or none. An
  /// instance's metadata service at a cloud provider is among them.
  static let neverAllowed = [
    AddressRange("unspecified", "RFC 1122", .v4(0), 32),
    // Never a destination (RFC 6890 §2.2.2), but Linux takes the first one for itself.
    AddressRange("this network", "RFC 791", .v4(0), 8),
    AddressRange("link-local", "RFC 3927", .v4(0xA9FE_0000), 16),
    AddressRange("multicast", "RFC 5771", .v4(0xE000_0000), 4),
    AddressRange("limited broadcast", "RFC 919", .v4(0xFFFF_FFFF), 32),
    AddressRange("unspecified", "RFC 4291", .v6(0), 128),
    AddressRange("link-local", "RFC 4291", .v6(0xFE80 << 112), 10),
    AddressRange("multicast", "RFC 4291", .v6(0xFF00 << 112), 8),
  ]

  /// What a strict guard refuses besides: addresses that are not of the public internet.
  static let notPublic = [
    AddressRange("loopback", "RFC 1122", .v4(0x7F00_0000), 8),
    AddressRange("private", "RFC 1918", .v4(0x0A00_0000), 8),
    AddressRange("private", "RFC 1918", .v4(0xAC10_0000), 12),
    AddressRange("private", "RFC 1918", .v4(0xC0A8_0000), 16),
    AddressRange("shared by a carrier's customers", "RFC 6598", .v4(0x6440_0000), 10),
    AddressRange("for protocol assignments", "RFC 6890", .v4(0xC000_0000), 24),
    AddressRange("for documentation", "RFC 5737", .v4(0xC000_0200), 24),
    AddressRange("for documentation", "RFC 5737", .v4(0xC633_6400), 24),
    AddressRange("for documentation", "RFC 5737", .v4(0xCB00_7100), 24),
    AddressRange("a former 6to4 relay", "RFC 7526", .v4(0xC058_6300), 24),
    AddressRange("for benchmarking", "RFC 2544", .v4(0xC612_0000), 15),
    AddressRange("reserved", "RFC 1112", .v4(0xF000_0000), 4),
    AddressRange("loopback", "RFC 4291", .v6(1), 128),
    AddressRange("unique-local", "RFC 4193", .v6(0xFC00 << 112), 7),
    AddressRange("site-local", "RFC 3879", .v6(0xFEC0 << 112), 10),
    // Where in it the IPv4 address stands is its network's own choice.
    AddressRange("for local translation to IPv4", "RFC 8215", .v6(0x0064_FF9B_0001 << 80), 48),
    AddressRange("discard-only", "RFC 6666", .v6(0x0100 << 112), 64),
    AddressRange("for benchmarking", "RFC 5180", .v6(0x2001_0002 << 96), 48),
    AddressRange("for documentation", "RFC 3849", .v6(0x2001_0DB8 << 96), 32),
    AddressRange("for documentation", "RFC 9637", .v6(0x3FFF << 112), 20),
    AddressRange("for segment routing", "RFC 9602", .v6(0x5F00 << 112), 16),
  ]

  /// What a strict guard refuses where no IPv4 address stands in it that would decide.
  static let neverAssigned = [
    AddressRange("for protocol assignments", "RFC 2928", .v6(0x2001 << 112), 23),
    // Global unicast is 2000::/3 so far.
    AddressRange("not global unicast", "RFC 4291", .v6(0), 3),
    AddressRange("not global unicast", "RFC 4291", .v6(0x4000 << 112), 2),
    AddressRange("not global unicast", "RFC 4291", .v6(0x8000 << 112), 1),
  ]
}
