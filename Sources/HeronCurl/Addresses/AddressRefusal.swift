/// Why an address guard lets nothing be connected to an address.
public struct AddressRefusal: Sendable, Hashable, CustomStringConvertible {
  /// The address that was to be connected to.
  public let address: NetworkAddress
  /// The IPv4 address that it stands for, where it was judged by that.
  public let embedded: NetworkAddress?
  /// The range that it, or the address that it stands for, belongs to.
  public let range: AddressRange
  /// The name of the mapping, where there is one.
  private let embedding: String

  init(address: NetworkAddress, embedding: String = "", embedded: NetworkAddress? = nil, range: AddressRange) {
    self.address = address
    self.embedding = embedding
    self.embedded = embedded
    self.range = range
  }

  /// One sentence without its full stop, as in "127.0.0.1 is loopback (RFC 1122)".
  public var description: String {
    let detour = embedded.map { " stands for \($0) (\(embedding)), which" } ?? ""
    return "\(address)\(detour) is \(range.name) (\(range.source))"
  }
}
