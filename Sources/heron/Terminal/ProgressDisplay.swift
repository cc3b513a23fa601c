import Heron

/// Shows how far a session is on standard error: one line that changes on a terminal, else a line a second.
struct ProgressDisplay: Sendable {
  enum Mode: Sendable {
    case live
    case plain
    case none
  }

  let mode: Mode
  private let style = TextStyle(for: .errors)
  private var isShown = false
  private var lastLine: String?

  init(_ mode: Mode) { self.mode = mode }

  /// What suits standard error.
  init(isQuiet: Bool) {
    self.init(isQuiet ? .none : StandardStream.errors.isTerminal ? .live : .plain)
  }

  /// How often it is to be told; nil for never.
  var interval: Duration? {
    switch mode {
    case .live: .milliseconds(100)
    case .plain: .seconds(1)
    case .none: nil
    }
  }

  mutating func show(_ report: ProgressReport) {
    switch mode {
    case .live:
      lastLine = report.liveLine(columns: StandardStream.errors.columns, style)
      restore()
    case .plain: StandardStream.errors.write(line: report.text)
    case .none: break
    }
  }

  /// Puts the line back as it was last.
  mutating func restore() {
    guard mode == .live, let lastLine else { return }
    StandardStream.errors.write("\r\u{1B}[K" + lastLine)
    isShown = true
  }

  /// Takes the line away, so that something else can be printed.
  mutating func clear() {
    guard isShown else { return }
    StandardStream.errors.write("\r\u{1B}[K")
    isShown = false
  }
}
