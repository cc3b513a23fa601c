import HeronEngine

/// What a value in a script may be. The reader checks against it, and the schema is made of it.
indirect enum ScriptKind: Sendable {
  /// Any words.
  case text
  /// A name: lower-case letters, digits and dashes.
  case name
  /// A whole number of that range.
  case count(ClosedRange<Int>)
  /// A time with its unit.
  case duration
  /// A time, or two with `..` between them, from which one is drawn.
  case durations
  /// A size with its unit.
  case bytes
  /// A size, or two with `..` between them, from which one is drawn.
  case sizes
  /// A percentage.
  case share
  /// A rate of a line, such as `12Mbit/s`.
  case rate
  /// One number, or two with `..` between them.
  case seeds
  /// A flag of the engine with its value.
  case flag
  /// One of these words.
  case choice([String])
  /// A list of such values.
  case list(ScriptKind)
  /// A map with these keys.
  case map(ScriptGrammar)
  /// A map with keys of the author's choice.
  case named(ScriptKind, by: ScriptKind)
  /// A figure's name, in expectations.
  case figure
  /// A comparison of a figure, or several in a list.
  case comparisons
  /// Any of these.
  case either([ScriptKind])
}

/// A map of the language: its name in the schema, and its keys.
struct ScriptGrammar: Sendable {
  struct Key: Sendable {
    let name: String
    let kind: ScriptKind
    let summary: String
    var isRequired = false

    init(_ name: String, _ kind: ScriptKind, _ summary: String, isRequired: Bool = false) {
      self.name = name
      self.kind = kind
      self.summary = summary
      self.isRequired = isRequired
    }
  }

  let name: String
  let keys: [Key]
  /// Keys of which it has exactly one; none: nothing is said of that.
  var verbs: [String] = []
}

extension ScriptKind {
  /// More of anything fills a machine's memory, and no scenario needs it.
  static let most = 1_000_000
  private static let longest = Duration.seconds(10_000 * 3600)
  private static let largest = 256 << 20

  /// What is too much, in a sentence for messages; nil where it is not that.
  private func excess(_ word: String) -> String? {
    let isTooLong = (FlagText.duration(word) ?? ScriptQuantity.durations(word)?.upperBound).map { $0 > Self.longest }
    let isTooLarge = (FlagText.bytes(word) ?? ScriptQuantity.sizes(word)?.upperBound).map { $0 > Self.largest }
    switch self {
    case .duration, .durations: return isTooLong == true ? "at most \(FlagText.text(Self.longest))" : nil
    case .bytes, .sizes: return isTooLarge == true ? "at most \(FlagText.text(bytes: Self.largest))" : nil
    default: return nil
    }
  }

  /// The choice that was meant, for messages; nil where none is near.
  private func nearest(to word: String) -> String? {
    guard case .choice(let words) = self else { return nil }
    return EditDistance.nearest(to: word, among: words).map { "; did you mean '\($0)'?" }
  }

  /// What is expected, for messages.
  var expectation: String {
    switch self {
    case .text: "text"
    case .name: "a name of lower-case letters, digits and dashes"
    case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .duration: "a time with its unit, such as 250ms, 10s or 1m"
    case .durations: "a time with its unit, such as 250ms, or two, such as 80ms..120ms"
    case .bytes: "a size with its unit, such as 512B or 64KiB"
    case .sizes: "a size with its unit, such as 64KiB, or two, such as 20KiB..80KiB"
    case .share: "a percentage such as 20%"
    case .rate: "a rate such as 12Mbit/s or 240kbit/s"
    case .seeds: "a number such as 7, or two, such as 1..50, a million seeds at most"
    case .flag: "a flag with its value, such as --max-active=6"
    case .choice(let words): "one of \(words.joined(separator: ", "))"
    case .list(let kind): "a list, each \(kind.expectation)"
    case .map(let grammar): "a map with \(grammar.keys.map(\.name).joined(separator: ", "))"
    case .named: "a map"
    case .figure: "a figure"
    case .comparisons: "a comparison such as 60, \"<= 6\" or \"p95 < 3.5s\", or a list of them"
    case .either(let kinds): kinds.map(\.expectation).joined(separator: ", or ")
    }
  }

  /// Holds a node against it.
  func check(_ node: ScriptNode) throws(ScriptError) {
    switch self {
    case .list(let kind):
      guard let nodes = node.list else { throw node.expected(expectation) }
      if nodes.isEmpty, kind.isPlain { throw node.error("found an empty list, expected \(expectation)") }
      for node in nodes { try kind.check(node) }
    case .map(let grammar): try grammar.check(node, self)
    case .named(let kind, let keys): try Self.check(node, each: kind, named: keys, self)
    case .either(let kinds): try Self.check(node, anyOf: kinds, self)
    case .comparisons:
      if node.list?.isEmpty == true { throw node.error("found an empty list, expected \(expectation)") }
      for node in node.list ?? [node] { _ = try Comparison(node) }
    case .text:
      guard node.word?.isEmpty == false else { throw node.expected(expectation) }
    default:
      guard let word = node.word, takes(word) else {
        throw node.expected(node.word.flatMap(excess) ?? expectation + (node.word.flatMap(nearest(to:)) ?? ""))
      }
    }
  }

  /// Whether it is a word: a list of them that has none says nothing, and is no way to take something back.
  private var isPlain: Bool {
    switch self {
    case .list, .map, .named, .comparisons, .either: false
    default: true
    }
  }

  /// Whether a word is of the kind.
  private func takes(_ word: String) -> Bool {
    switch self {
    case .name: Self.isName(word)
    case .count(let range): FlagText.count(word).map(range.contains) == true
    case .duration: FlagText.duration(word).map { $0 <= Self.longest } == true
    case .durations: ScriptQuantity.durations(word).map { $0.upperBound <= Self.longest } == true
    case .bytes: FlagText.bytes(word).map { $0 <= Self.largest } == true
    case .sizes: ScriptQuantity.sizes(word).map { $0.upperBound <= Self.largest } == true
    case .share: ScriptQuantity.share(word) != nil
    case .rate: ScriptQuantity.bytesPerSecond(word) != nil
    case .seeds: ScriptQuantity.seeds(word) != nil
    case .flag: word.hasPrefix("--") && word.contains("=")
    case .choice(let words): words.contains(word)
    case .text, .list, .map, .named, .figure, .comparisons, .either: false
    }
  }

  static func isName(_ word: String) -> Bool {
    !word.isEmpty
      && word.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
      }
  }

  private static func check(
    _ node: ScriptNode, each kind: ScriptKind, named keys: ScriptKind, _ whole: ScriptKind
  ) throws(ScriptError) {
    guard case .map(let entries) = node.content else { throw node.expected(whole.expectation) }
    if case .name = keys, entries.isEmpty { throw node.error("found an empty map, expected at least one name") }
    for entry in entries {
      switch keys {
      case .name where !isName(entry.name):
        throw entry.error("found the key '\(entry.name)', expected \(keys.expectation)")
      case .figure:
        do throws(FigureError) { _ = try Figure(entry.name) } catch { throw entry.error(error.description) }
      default: break
      }
      try kind.check(entry.value)
    }
  }

  // The alternatives differ in their form, so the error is that of the one whose form was meant.
  private static func check(_ node: ScriptNode, anyOf kinds: [ScriptKind], _ whole: ScriptKind) throws(ScriptError) {
    let fitting = kinds.filter { $0.hasForm(of: node) }
    for kind in fitting where (try? kind.check(node)) != nil { return }
    guard fitting.count == 1, let kind = fitting.first else { throw node.expected(whole.expectation) }
    if node.word != nil { throw node.expected(whole.expectation) }
    try kind.check(node)
  }

  private func hasForm(of node: ScriptNode) -> Bool {
    switch (self, node.content) {
    case (.list, .list), (.map, .map), (.named, .map), (.comparisons, .list), (.comparisons, .word): true
    case (.list, _), (.map, _), (.named, _), (_, .list), (_, .map): false
    case (.either(let kinds), _): kinds.contains { $0.hasForm(of: node) }
    default: true
    }
  }
}

extension ScriptGrammar {
  func check(_ node: ScriptNode, _ kind: ScriptKind) throws(ScriptError) {
    guard case .map(let entries) = node.content else { throw node.expected(kind.expectation) }
    for entry in entries {
      guard let key = keys.first(where: { $0.name == entry.name }) else { throw unknown(entry) }
      try key.kind.check(entry.value)
    }
    for key in keys where key.isRequired && node[key.name] == nil {
      throw node.error("the \(name) has no '\(key.name)', expected \(key.kind.expectation)")
    }
  }

  private func unknown(_ entry: ScriptNode.Entry) -> ScriptError {
    let names = keys.map(\.name)
    let nearest = EditDistance.nearest(to: entry.name, among: names).map { "; did you mean '\($0)'?" }
    let hint = nearest ?? ", expected one of \(names.joined(separator: ", "))"
    return entry.error("found the key '\(entry.name)', which no \(name) has\(hint)")
  }
}
