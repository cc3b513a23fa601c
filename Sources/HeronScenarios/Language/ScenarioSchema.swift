/// The language of scenarios for other programs and for people, made of the same table that the reader goes by.
public enum ScenarioSchema {
  /// The maps of the language, by their names.
  private static let grammars = [
    ScenarioGrammar.scenario, ScenarioGrammar.link, ScenarioGrammar.screen, ScenarioGrammar.baseline,
    ScenarioGrammar.origin, ScenarioGrammar.reply, ScenarioGrammar.lottery, ScenarioGrammar.change,
    ScenarioGrammar.step,
  ]

  /// A JSON Schema (draft 2020-12), which editors complete and check by.
  public static var json: String {
    var text = """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scenario of Heron",
        "$ref": "#/$defs/scenario",
        "$defs": {

      """
    text += grammars.map { "    \(quoted($0.name)): \($0.schema(indent: "    "))" }.joined(separator: ",\n")
    return text + "\n  }\n}\n"
  }

  /// A table for each map: its keys, what they may be, what they mean. Markdown.
  public static var tables: String {
    grammars.map { grammar in
      let rows = grammar.keys.map { key in
        let name = key.isRequired ? "`\(key.name)` (required)" : "`\(key.name)`"
        return "| \(name) | \(key.kind.expectation.replacingBars) | \(key.summary.replacingBars) |"
      }
      return "### \(grammar.name)\n\n| key | value | meaning |\n|---|---|---|\n" + rows.joined(separator: "\n")
    }.joined(separator: "\n\n") + "\n"
  }

  static func quoted(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }
}

extension String {
  // A bar would end the cell.
  fileprivate var replacingBars: String {
    split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}

extension ScriptGrammar {
  fileprivate func schema(indent: String) -> String {
    let inner = indent + "    "
    let properties = keys.map { key in
      "\(inner)\(ScenarioSchema.quoted(key.name)): {\"description\": \(ScenarioSchema.quoted(key.summary)), \(key.kind.schema)}"
    }
    var text = "{\n\(indent)  \"type\": \"object\",\n\(indent)  \"additionalProperties\": false,\n"
    let required = keys.filter(\.isRequired).map { ScenarioSchema.quoted($0.name) }
    if !required.isEmpty { text += "\(indent)  \"required\": [\(required.joined(separator: ", "))],\n" }
    if !verbs.isEmpty {
      let one = verbs.map { "{\"required\": [\(ScenarioSchema.quoted($0))]}" }
      text += "\(indent)  \"oneOf\": [\(one.joined(separator: ", "))],\n"
    }
    return text + "\(indent)  \"properties\": {\n\(properties.joined(separator: ",\n"))\n\(indent)  }\n\(indent)}"
  }
}

extension ScriptKind {
  /// The members of its schema, without braces.
  fileprivate var schema: String {
    switch self {
    case .text: "\"type\": [\"string\", \"number\"]"
    case .name: Self.either("\"type\": \"integer\", \"minimum\": 0", Self.pattern("[a-z0-9-]+"))
    case .count(let range):
      Self.either(
        "\"type\": \"integer\", \"minimum\": \(range.lowerBound), \"maximum\": \(range.upperBound)",
        Self.pattern("[0-9]+"))
    case .duration: Self.either(Self.nought, Self.pattern(Self.time))
    case .durations: Self.either(Self.nought, Self.pattern("\(Self.time)(\\.\\.\(Self.time))?"))
    case .bytes: Self.either(Self.nought, Self.pattern(Self.size))
    case .sizes: Self.either(Self.nought, Self.pattern("\(Self.size)(\\.\\.\(Self.size))?"))
    case .share: Self.pattern("[0-9]+(\\.[0-9]+)?%")
    case .rate: Self.pattern("[0-9]+(\\.[0-9]+)?[GMk]bit/s")
    case .seeds: Self.either("\"type\": \"integer\", \"minimum\": 0", Self.pattern("[0-9]+(\\.\\.[0-9]+)?"))
    case .flag: Self.pattern("--[a-z-]+=.*")
    case .choice(let words):
      "\"enum\": [\((words.map(ScenarioSchema.quoted) + Self.plain(words)).joined(separator: ", "))]"
    case .list(let kind): "\"type\": \"array\", \"items\": {\(kind.schema)}"
    case .map(let grammar): "\"$ref\": \"#/$defs/\(grammar.name)\""
    case .named(let kind, let keys):
      "\"type\": \"object\", \(keys.keySchema), \"additionalProperties\": {\(kind.schema)}"
    case .figure: Self.pattern(Self.figures)
    case .comparisons:
      Self.either(Self.comparison, "\"type\": \"array\", \"items\": {\(Self.comparison)}")
    case .either(let kinds): "\"anyOf\": [\(kinds.map { "{\($0.schema)}" }.joined(separator: ", "))]"
    }
  }

  private static let time = "([0-9]+(\\.[0-9]+)?(h|m|s|ms|us|ns)|0)"
  private static let size = "([0-9]+(\\.[0-9]+)?(TiB|GiB|MiB|KiB|B)|0)"

  // What is written without quotes reads as a number.
  private static let nought = "\"const\": 0"

  private static let figures: String = {
    let label = " *(\(Figure.Label.allCases.map(\.rawValue).joined(separator: "|"))) *=[^,={}]+"
    return "(\(Figure.Kind.allCases.map(\.rawValue).joined(separator: "|")))(\\{\(label)(,\(label))*\\})?"
  }()

  private static let comparison: String = {
    let relations = Comparison.Relation.allCases.map(\.rawValue).joined(separator: "|")
    let bound = "([0-9.]+( +x +baseline)?|\(time)|\(size))"
    return either(
      "\"type\": \"number\", \"minimum\": 0", pattern("((min|mean|max|p[1-9][0-9]?) +)?((\(relations)) +)?\(bound)"))
  }()

  /// The keys of a map that its author names, without braces.
  private var keySchema: String {
    switch self {
    case .name: "\"minProperties\": 1, \"propertyNames\": {\(Self.pattern("[a-z0-9-]+"))}"
    default: "\"propertyNames\": {\(schema)}"
    }
  }

  private static func either(_ first: String, _ second: String) -> String {
    "\"anyOf\": [{\(first)}, {\(second)}]"
  }

  private static func pattern(_ expression: String) -> String {
    "\"type\": \"string\", \"pattern\": \(ScenarioSchema.quoted("^\(expression)$"))"
  }

  // An editor that reads YAML 1.1 takes a bare `on` for true.
  private static func plain(_ words: [String]) -> [String] { words == ["on", "off"] ? ["true", "false"] : [] }
}
