import Yams

/// A piece of a script with its place: a word, a list or a map.
struct ScriptNode: Sendable {
  struct Place: Sendable, Hashable {
    var file: String
    var line: Int
    var column: Int
  }

  struct Entry: Sendable {
    let name: String
    let place: Place
    let value: ScriptNode
  }

  indirect enum Content: Sendable {
    case word(String)
    case list([ScriptNode])
    case map([Entry])
  }

  let place: Place
  let content: Content

  /// Reads a text of the strict subset of YAML: one document of maps, lists and words, without anchors and tags. JSON is
  /// a part of it.
  init(reading text: String, file: String) throws(ScriptError) {
    let root: Node?
    let parser: Parser
    do {
      parser = try Parser(yaml: text)
      root = try parser.singleRoot()
    } catch {
      throw Self.error(error, file: file)
    }
    // The nodes know their anchors as long as the parser does.
    defer { withExtendedLifetime(parser) {} }
    guard let root else {
      throw ScriptError(file: file, line: 1, column: 1, message: "found nothing, expected a scenario")
    }
    try self.init(root, file: file)
  }

  /// A word at a place of its own.
  init(word: String, at place: Place) {
    self.place = place
    content = .word(word)
  }

  private init(_ node: Node, file: String) throws(ScriptError) {
    let place = Place(file: file, line: node.mark?.line ?? 0, column: node.mark?.column ?? 0)
    self.place = place
    switch node {
    case .scalar(let scalar):
      try Self.refuse(scalar.anchor, scalar.tag, at: place)
      content = .word(scalar.string)
    case .sequence(let sequence):
      try Self.refuse(sequence.anchor, sequence.tag, at: place)
      var nodes: [ScriptNode] = []
      for node in sequence { nodes.append(try ScriptNode(node, file: file)) }
      content = .list(nodes)
    case .mapping(let mapping):
      try Self.refuse(mapping.anchor, mapping.tag, at: place)
      var entries: [Entry] = []
      for (key, value) in mapping {
        let name = try ScriptNode(key, file: file)
        guard case .word(let word) = name.content else {
          throw name.error("found \(name.kind), expected a key")
        }
        entries.append(Entry(name: word, place: name.place, value: try ScriptNode(value, file: file)))
      }
      content = .map(entries)
    case .alias:
      throw Self.error("found an alias, which scenarios do not have", at: place)
    }
  }

  private static func refuse(_ anchor: Anchor?, _ tag: Tag, at place: Place) throws(ScriptError) {
    if let anchor { throw error("found the anchor '&\(anchor.rawValue)', which scenarios do not have", at: place) }
    // What has no tag has an empty one, and a quoted word the one that means text.
    guard ["", "!", "tag:yaml.org,2002:str"].contains(tag.description) else {
      throw error("found the tag '\(tag.description)', which scenarios do not have", at: place)
    }
  }

  private static func error(_ error: any Error, file: String) -> ScriptError {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return ScriptError(file: file, line: mark.line, column: mark.column, message: "not YAML: \(problem)")
    case .duplicatedKeysInMapping(let duplicates, let context):
      let line = context.mark.line
      let names = duplicates.map { "'\($0)'" }.joined(separator: ", ")
      return ScriptError(file: file, line: line, column: context.mark.column, message: "found \(names) twice")
    default:
      return ScriptError(file: file, line: 0, column: 0, message: "not YAML: \(error)")
    }
  }

  private static func error(_ message: String, at place: Place) -> ScriptError {
    ScriptError(file: place.file, line: place.line, column: place.column, message: message)
  }
}

extension ScriptNode {
  /// An error at this place.
  func error(_ message: String) -> ScriptError { Self.error(message, at: place) }

  /// An error that tells what is here instead of what should be.
  func expected(_ what: String) -> ScriptError { error("found \(kind), expected \(what)") }

  /// What it is, for messages.
  var kind: String {
    switch content {
    case .word(let word): "'\(word)'"
    case .list: "a list"
    case .map: "a map"
    }
  }

  /// The word, where it is one.
  var word: String? { if case .word(let word) = content { word } else { nil } }

  /// The list, where it is one.
  var list: [ScriptNode]? { if case .list(let nodes) = content { nodes } else { nil } }

  /// The entries, where it is a map; none otherwise.
  var entries: [Entry] { if case .map(let entries) = content { entries } else { [] } }

  /// The value of a key, where it is a map that has it.
  subscript(_ name: String) -> ScriptNode? { entries.first { $0.name == name }?.value }
}

extension ScriptNode.Entry {
  /// An error at the key's place.
  func error(_ message: String) -> ScriptError {
    ScriptError(file: place.file, line: place.line, column: place.column, message: message)
  }
}
