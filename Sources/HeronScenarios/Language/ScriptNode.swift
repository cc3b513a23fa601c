/// A piece of a script with its place: a word, a list or a map.
struct ScriptNode: Sendable {
  struct Place: Sendable, Hashable {
    var file: String
    var line: Int
    var column: Int

    /// An error at this place.
    func error(_ message: String) -> ScriptError {
      ScriptError(file: file, line: line, column: column, message: message.withoutControls)
    }
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

  /// Deeper than any scenario goes, and far less than what would be too deep for a thread's stack.
  private static let mostDepth = 32

  /// Reads a text of the strict subset of YAML: one document of maps, lists and words, without anchors and tags. JSON is
  /// a part of it.
  init(reading text: String, file: String) throws(ScriptError) {
    var events = YAMLEvents(text, file: file)
    let start = try events.next()
    guard start.event == .documentStart else { throw start.place.error("found nothing, expected a scenario") }
    self = try Self.next(&events, depth: 0)
    // The document's end.
    _ = try events.next()
    let behind = try events.next()
    guard behind.event == .end else { throw behind.place.error("found a second document, expected one") }
  }

  /// A word at a place of its own.
  init(word: String, at place: Place) { self.init(place: place, content: .word(word)) }

  private init(place: Place, content: Content) {
    self.place = place
    self.content = content
  }

  private static func next(_ events: inout YAMLEvents, depth: Int) throws(ScriptError) -> ScriptNode {
    let (event, place) = try events.next()
    return try node(event, at: place, &events, depth: depth)
  }

  private static func node(
    _ event: YAMLEvents.Event, at place: Place, _ events: inout YAMLEvents, depth: Int
  ) throws(ScriptError) -> ScriptNode {
    guard depth < mostDepth else { throw place.error("found more than \(mostDepth) maps and lists within each other") }
    switch event {
    case .listStart: return ScriptNode(place: place, content: .list(try list(&events, depth: depth + 1)))
    case .mapStart: return ScriptNode(place: place, content: .map(try map(&events, depth: depth + 1)))
    case .word(let word): return ScriptNode(word: word, at: place)
    case .listEnd, .mapEnd, .documentStart, .documentEnd, .end: throw place.error("found the end, expected a value")
    }
  }

  private static func list(_ events: inout YAMLEvents, depth: Int) throws(ScriptError) -> [ScriptNode] {
    var nodes: [ScriptNode] = []
    while true {
      let (event, place) = try events.next()
      if event == .listEnd { return nodes }
      nodes.append(try node(event, at: place, &events, depth: depth))
    }
  }

  private static func map(_ events: inout YAMLEvents, depth: Int) throws(ScriptError) -> [Entry] {
    var entries: [Entry] = []
    var lines: [String: Int] = [:]
    while true {
      let (event, place) = try events.next()
      if event == .mapEnd { return entries }
      let key = try node(event, at: place, &events, depth: depth)
      guard let name = key.word else { throw key.expected("a key") }
      if let line = lines[name] { throw place.error("found '\(name.shown)' twice, the first in line \(line)") }
      lines[name] = place.line
      entries.append(Entry(name: name, place: place, value: try next(&events, depth: depth)))
    }
  }
}

extension ScriptNode {
  /// An error at this place.
  func error(_ message: String) -> ScriptError { place.error(message) }

  /// An error that tells what is here instead of what should be.
  func expected(_ what: String) -> ScriptError { error("found \(kind), expected \(what)") }

  /// What it is, for messages.
  var kind: String {
    switch content {
    case .word(let word): "'\(word.shown)'"
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
  func error(_ message: String) -> ScriptError { place.error(message) }
}

extension String {
  private static let mostShown = 60

  /// As messages show it, no longer than a line.
  fileprivate var shown: String { unicodeScalars.count > Self.mostShown ? prefix(Self.mostShown) + "…" : self }

  fileprivate var withoutControls: String {
    String(
      String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
  }
}
