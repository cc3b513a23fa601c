import Logging

/// Prints what the loader logs on standard error, in place of the line of progress that may stand there.
struct LineLogHandler: LogHandler {
  var logLevel = Logger.Level.notice
  var metadata: Logger.Metadata = [:]
  private let isTerminal = StandardStream.errors.isTerminal

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  // In one write, so that it does not mix with the line of progress, which another queue draws.
  func log(event: LogEvent) {
    let start = isTerminal ? "\r\u{1B}[K" : ""
    StandardStream.errors.write(line: "\(start)heron: \("\(event.message)".printable)")
  }
}

extension Logger {
  /// The command's logger.
  static func command(isQuiet: Bool) -> Logger {
    Logger(label: "heron") { _ in
      if isQuiet { SwiftLogNoOpLogHandler() } else { LineLogHandler() }
    }
  }
}
