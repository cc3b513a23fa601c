/// Prints results on standard output as they come.
struct ResultPrinter: Sendable {
  enum Form: Sendable {
    case lines(TextStyle)
    case json
  }

  var form: Form

  /// - Returns: false once nobody reads any more.
  func print(_ result: LoadResult) -> Bool {
    switch form {
    case .json: StandardStream.output.write(line: result.json)
    case .lines(let style): result.line(style).map { StandardStream.output.write(line: $0) } ?? true
    }
  }
}
