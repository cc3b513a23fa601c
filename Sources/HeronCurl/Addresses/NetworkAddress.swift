/// An IPv4 or IPv6 address, without port or zone.
public enum NetworkAddress: Sendable, Hashable {
  /// Its 32 bits, the first byte the most significant.
  case v4(UInt32)
  /// Its 128 bits, the first byte the most significant.
  case v6(UInt128)

  /// The address of four or sixteen bytes in network order; nil for any other count.
  public init?(bytes: some Collection<UInt8>) {
    switch bytes.count {
    case 4: self = .v4(bytes.reduce(0) { $0 << 8 | UInt32($1) })
    case 16: self = .v6(bytes.reduce(0) { $0 << 8 | UInt128($1) })
    default: return nil
    }
  }

  /// How many bits it has: 32 or 128.
  public var bitWidth: Int {
    switch self {
    case .v4: UInt32.bitWidth
    case .v6: UInt128.bitWidth
    }
  }

  /// Its bits, those of an IPv4 address at the low end.
  var bits: UInt128 {
    switch self {
    case .v4(let bits): UInt128(bits)
    case .v6(let bits): bits
    }
  }
}
