import HeronTesting

/// A line that has a name, for a scenario to be run on in place of its own.
public struct NamedLine: Sendable, Hashable {
  /// `lan`, `wifi`, `lte`, `3g` or `edge`.
  public let name: String
  let link: NetworkLink

  /// All, the fastest first.
  public static let all = NetworkLink.named.map { NamedLine(name: $0.name, link: $0.link) }
}
