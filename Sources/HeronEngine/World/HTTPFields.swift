/// The header fields of a message in the order received, several values of one name kept apart.
///
/// Names compare without regard to case (RFC 9110 §5.1).
public struct HTTPFields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// One field line.
  public struct Field: Sendable, Hashable {
    /// The name as received.
    public let name: String
    /// The value as received, without surrounding blanks.
    public let value: String

    /// A field line.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// All lines in order.
  public private(set) var lines: [Field]

  /// The fields given, in order.
  public init(_ lines: [Field] = []) { self.lines = lines }

  /// Fields from a literal, in its order; a name may stand twice.
  public init(dictionaryLiteral elements: (String, String)...) {
    lines = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// Adds a line after those of the same name.
  public mutating func append(_ name: String, _ value: String) {
    lines.append(Field(name: name, value: value))
  }

  /// Makes `value` the only value of `name`; nil removes the field.
  public mutating func set(_ name: String, to value: String?) {
    lines.removeAll { $0.name.equalsIgnoringCase(name) }
    if let value { append(name, value) }
  }

  /// The value of the first line of that name.
  public subscript(name: String) -> String? {
    lines.first { $0.name.equalsIgnoringCase(name) }?.value
  }

  /// The values of all lines of that name, in order.
  public func values(of name: String) -> [String] {
    lines.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
  }
}

extension String {
  /// Equality for names of HTTP: ASCII letters match in either case, every other byte as it is.
  package func equalsIgnoringCase(_ other: String) -> Bool {
    let left = utf8
    let right = other.utf8
    return left.count == right.count && zip(left, right).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
  }
}

extension UInt8 {
  package var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
