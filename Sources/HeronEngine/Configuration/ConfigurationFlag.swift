/// One field of a configuration by its name as a flag: read from text and written as text.
///
/// The command line, scenario scripts and docs/tuning.md all go by ``all``.
public struct ConfigurationFlag: Sendable {
  /// What a flag's text may be.
  public enum Kind: Sendable, Hashable {
    /// A whole number.
    case count
    /// A number with a unit: `250ms`, `10s`, `1.5m`, `2h`; `0` needs none.
    case duration
    /// A number with a unit: `512B`, `64KiB`, `32MiB`, `1GiB`; `0` needs none.
    case bytes
    /// A number, whole or decimal.
    case number
    /// A percentage, or a fraction of one: `50%`, `0.5`.
    case share
    /// One of these words.
    case choice([String])
    /// `on` or `off`.
    case toggle
  }

  /// The flag's name, without dashes before it.
  public let name: String
  /// What it sets, in one sentence.
  public let summary: String
  /// What its text may be.
  public let kind: Kind

  typealias Field<Value> = any WritableKeyPath<Configuration, Value> & Sendable

  private let read: @Sendable (Configuration) -> String
  private let write: @Sendable (String, inout Configuration) -> Bool

  init<Value>(
    _ name: String, _ field: Field<Value>, _ kind: Kind,
    parse: @escaping @Sendable (String) -> Value?, print: @escaping @Sendable (Value) -> String, _ summary: String
  ) {
    self.name = name
    self.kind = kind
    self.summary = summary
    read = { print($0[keyPath: field]) }
    write = { text, configuration in
      guard let value = parse(text) else { return false }
      configuration[keyPath: field] = value
      return true
    }
  }
}

extension ConfigurationFlag {
  /// Sets the field to what `text` says. Whether that is in its range is for ``Configuration/validate()`` to say.
  ///
  /// - Throws: what was found and what is expected; then nothing is changed.
  public func set(_ text: String, in configuration: inout Configuration) throws(ConfigurationError) {
    guard write(text, &configuration) else {
      throw ConfigurationError(flag: name, message: "found '\(text)', expected \(kind.expectation)")
    }
  }

  /// The field's present value, in the form that ``set(_:in:)`` takes.
  public func text(in configuration: Configuration) -> String { read(configuration) }

  /// The flag of that name, without dashes before it; nil where there is none.
  public static func named(_ name: String) -> ConfigurationFlag? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

extension ConfigurationFlag.Kind {
  /// What is expected, for messages.
  public var expectation: String {
    switch self {
    case .count: "a whole number such as 8"
    case .duration: "a time with its unit, such as 250ms, 10s or 1m, or 0"
    case .bytes: "a size with its unit, such as 512B, 64KiB or 32MiB, or 0"
    case .number: "a number such as 20 or 0.5"
    case .share: "a share such as 50% or 0.5"
    case .choice(let words): "one of \(words.joined(separator: ", "))"
    case .toggle: "on or off"
    }
  }

  /// What stands for the value in a line of usage.
  public var placeholder: String {
    switch self {
    case .count: "count"
    case .duration: "time"
    case .bytes: "size"
    case .number: "number"
    case .share: "share"
    case .choice(let words): words.joined(separator: "|")
    case .toggle: "on|off"
    }
  }
}

extension ConfigurationFlag {
  static func count(
    _ name: String, _ field: Field<Int>, _ summary: String
  ) -> Self {
    Self(name, field, .count, parse: FlagText.count, print: { "\($0)" }, summary)
  }

  static func duration(
    _ name: String, _ field: Field<Duration>, _ summary: String
  ) -> Self {
    Self(name, field, .duration, parse: FlagText.duration, print: FlagText.text, summary)
  }

  static func bytes(
    _ name: String, _ field: Field<Int>, _ summary: String
  ) -> Self {
    Self(name, field, .bytes, parse: FlagText.bytes, print: FlagText.text(bytes:), summary)
  }

  static func number(
    _ name: String, _ field: Field<Double>, _ summary: String
  ) -> Self {
    Self(name, field, .number, parse: FlagText.number, print: FlagText.text(number:), summary)
  }

  static func share(
    _ name: String, _ field: Field<Double>, _ summary: String
  ) -> Self {
    Self(name, field, .share, parse: FlagText.share, print: FlagText.text(share:), summary)
  }

  static func toggle(
    _ name: String, _ field: Field<Bool>, _ summary: String
  ) -> Self {
    Self(name, field, .toggle, parse: FlagText.toggle, print: { $0 ? "on" : "off" }, summary)
  }

  static func choice<Word: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ field: Field<Word>, _ summary: String
  ) -> Self {
    let words = Word.allCases.map(\.rawValue)
    return Self(name, field, .choice(words), parse: { Word(rawValue: $0) }, print: { $0.rawValue }, summary)
  }
}
