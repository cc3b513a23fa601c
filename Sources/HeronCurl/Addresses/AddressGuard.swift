/// Says which addresses may be connected to: asked where a socket is opened, after all names have been resolved.
///
/// An IPv6 address that stands for an IPv4 address (mapped, translated, tunnelled) is judged by that one.
public struct AddressGuard: Sendable, Hashable {
  /// Refuses what no web server has: link-local, multicast, broadcast and unspecified addresses.
  public static let standard = AddressGuard(isStrict: false)

  /// Refuses, besides, all that is not of the public internet: loopback, private, unique-local, shared and reserved
  /// addresses. For a server that loads what strangers name.
  public static let strict = AddressGuard(isStrict: true)

  /// Whether it refuses what is not of the public internet.
  public let isStrict: Bool
  /// Addresses that are allowed all the same.
  public private(set) var exceptions: [AddressPrefix] = []

  private init(isStrict: Bool) { self.isStrict = isStrict }

  /// This guard with more exceptions: `AddressGuard.strict.allowing([try AddressPrefix("10.1.0.0/16")])`.
  ///
  /// What no guard allows is opened only by a block within it: `169.254.1.0/24` is, `0.0.0.0/0` lets a program in the
  /// cloud reach no metadata service.
  public func allowing(_ prefixes: [AddressPrefix]) -> AddressGuard {
    var result = self
    result.exceptions += prefixes
    return result
  }

  /// Why `address` may not be connected to; nil where it may.
  public func refusal(of address: NetworkAddress) -> AddressRefusal? {
    if let range = range(of: address) {
      return isException(address, in: range) ? nil : AddressRefusal(address: address, range: range)
    }
    let embedded = AddressEmbedding.embedded(in: address)
    for (row, standsFor) in embedded {
      if let range = range(of: standsFor), !isException(standsFor, in: range), !isException(address, in: range) {
        return AddressRefusal(address: address, embedding: row.name, embedded: standsFor, range: range)
      }
    }
    guard isStrict, embedded.isEmpty, !exceptions.contains(where: { $0.contains(address) }) else { return nil }
    return AddressRange.neverAssigned.first { $0.prefix.contains(address) }.map {
      AddressRefusal(address: address, range: $0)
    }
  }

  private func isException(_ address: NetworkAddress, in range: AddressRange) -> Bool {
    let isNarrow = AddressRange.neverAllowed.contains(range)
    return exceptions.contains { exception in
      exception.contains(address) && (!isNarrow || range.prefix.contains(exception))
    }
  }

  private func range(of address: NetworkAddress) -> AddressRange? {
    AddressRange.neverAllowed.first { $0.prefix.contains(address) }
      ?? (isStrict ? AddressRange.notPublic.first { $0.prefix.contains(address) } : nil)
  }
}
