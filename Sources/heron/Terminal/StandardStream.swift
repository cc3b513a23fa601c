import Glibc

/// Standard output or standard error, written to at once.
enum StandardStream: Int32, Sendable {
  case output = 1
  case errors = 2

  var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Columns of the terminal; 80 where that is not known.
  var columns: Int {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Writes a line.
  ///
  /// - Returns: false once nobody reads any more.
  @discardableResult
  func write(line: String) -> Bool { write(line + "\n") }

  /// Writes a text.
  ///
  /// - Returns: false once nobody reads any more.
  @discardableResult
  func write(_ text: String) -> Bool { FileBytes.write(text, to: rawValue) }
}
