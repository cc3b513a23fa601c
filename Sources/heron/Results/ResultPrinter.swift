import Glibc

/// Prints results on standard output as they come.
struct ResultPrinter: Sendable {
  enum Form: Sendable {
    case lines(TextStyle)
    case json
  }

  var form: Form

  /// Prints a line, if the result has one.
  ///
  /// - Throws: the reason, once standard output takes no more: its reader has left, or its disk is full.
  func print(_ result: LoadResult) throws(FileError) {
    let line: String? =
      switch form {
      case .json: result.json
      case .lines(let style): result.line(style)
      }
    guard let line, !StandardStream.output.write(line: line) else { return }
    throw FileError(path: "standard output", act: "write to", code: errno)
  }
}
