import Glibc

/// Prints results on standard output as they come: each at once, or several in one write.
struct ResultPrinter: Sendable {
  enum Form: Sendable {
    case lines(TextStyle)
    case json
  }

  var form: Form
  /// Whether lines gather until ``flush()``, or until they fill a write.
  var gathers = false

  /// Lines that are not written yet.
  private(set) var unwritten = ""

  private static let bytesOfWrite = 16 << 10

  init(form: Form, gathers: Bool = false) {
    self.form = form
    self.gathers = gathers
  }

  /// Whether lines are there that should be written now.
  var isDue: Bool { gathers ? unwritten.utf8.count >= Self.bytesOfWrite : !unwritten.isEmpty }

  /// Takes a result's line, if it has one.
  mutating func add(_ result: LoadResult) {
    let line: String? =
      switch form {
      case .json: result.json
      case .lines(let style): result.line(style)
      }
    guard let line else { return }
    unwritten += line
    unwritten += "\n"
  }

  /// Writes what is there.
  ///
  /// - Throws: the reason, once standard output takes no more: its reader has left, or its disk is full.
  mutating func flush() throws(FileError) {
    guard !unwritten.isEmpty else { return }
    let isWritten = StandardStream.output.write(unwritten)
    let code = errno
    unwritten.removeAll(keepingCapacity: true)
    if !isWritten { throw FileError(path: "standard output", act: "write to", code: code) }
  }
}
