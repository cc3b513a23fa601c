import CYAML

/// What a text of YAML is made of, piece by piece, as libyaml reads it.
///
/// Anchors, aliases and tags are errors: scenarios have none of them.
struct YAMLEvents: ~Copyable {
  /// A piece of the text.
  enum Event: Hashable {
    case word(String)
    case listStart
    case listEnd
    case mapStart
    case mapEnd
    case documentStart
    case documentEnd
    case end
  }

  // Both stay where they are for as long as the parser reads.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let file: String

  init(_ text: String, file: String) {
    self.file = file
    bytes = .allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    parser = .allocate(capacity: 1)
    let isReady = yaml_parser_initialize(parser) == 1
    // It fails for want of memory alone.
    precondition(isReady, "libyaml has no memory")
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    bytes.deallocate()
  }

  /// The next piece and its place; ``Event/end`` is the last.
  mutating func next() throws(ScriptError) -> (event: Event, place: ScriptNode.Place) {
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(parser, &event) == 1 else { throw failure }
      defer { yaml_event_delete(&event) }
      let place = place(event.start_mark)
      if let found = try Self.event(event, at: place) { return (found, place) }
    }
  }

  private static func event(_ event: yaml_event_t, at place: ScriptNode.Place) throws(ScriptError) -> Event? {
    switch event.type {
    case YAML_DOCUMENT_START_EVENT:
      let start = event.data.document_start
      guard start.version_directive == nil, start.tag_directives.start == start.tag_directives.end else {
        throw place.error("found a directive, which scenarios do not have")
      }
      return .documentStart
    case YAML_DOCUMENT_END_EVENT: return .documentEnd
    case YAML_ALIAS_EVENT: throw place.error("found an alias, which scenarios do not have")
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      try refuse(anchor: scalar.anchor, tag: scalar.tag, at: place)
      return .word(String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self))
    case YAML_SEQUENCE_START_EVENT:
      try refuse(anchor: event.data.sequence_start.anchor, tag: event.data.sequence_start.tag, at: place)
      return .listStart
    case YAML_SEQUENCE_END_EVENT: return .listEnd
    case YAML_MAPPING_START_EVENT:
      try refuse(anchor: event.data.mapping_start.anchor, tag: event.data.mapping_start.tag, at: place)
      return .mapStart
    case YAML_MAPPING_END_EVENT: return .mapEnd
    case YAML_STREAM_END_EVENT: return .end
    default: return nil
    }
  }

  private static func refuse(
    anchor: UnsafeMutablePointer<UInt8>?, tag: UnsafeMutablePointer<UInt8>?, at place: ScriptNode.Place
  ) throws(ScriptError) {
    if let anchor {
      throw place.error("found the anchor '&\(String(cString: anchor))', which scenarios do not have")
    }
    if let tag { throw place.error("found the tag '\(String(cString: tag))', which scenarios do not have") }
  }

  private func place(_ mark: yaml_mark_t) -> ScriptNode.Place {
    ScriptNode.Place(file: file, line: mark.line + 1, column: mark.column + 1)
  }

  private var failure: ScriptError {
    let state = parser.pointee
    let problem = state.problem.map { String(cString: $0) } ?? "it could not be read"
    // What is no character at all has an offset and no mark.
    guard state.error == YAML_READER_ERROR else { return place(state.problem_mark).error("not YAML: \(problem)") }
    let before = bytes.prefix(state.problem_offset)
    let line = before.count { $0 == UInt8(ascii: "\n") }
    let column = before.count - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)
    return ScriptNode.Place(file: file, line: line + 1, column: column + 1).error("not YAML: \(problem)")
  }
}
