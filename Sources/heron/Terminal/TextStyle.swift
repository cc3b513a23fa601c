import FoundationEssentials

/// Colours for terminals (ECMA-48), or none.
struct TextStyle: Sendable {
  var usesColour: Bool

  static let plain = TextStyle(usesColour: false)

  /// Colours where the stream is a terminal and the environment does not refuse them (no-color.org).
  init(for stream: StandardStream) {
    let environment = ProcessInfo.processInfo.environment
    usesColour = stream.isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  init(usesColour: Bool) { self.usesColour = usesColour }

  func good(_ text: String) -> String { paint(text, "32") }
  func warning(_ text: String) -> String { paint(text, "33") }
  func bad(_ text: String) -> String { paint(text, "31") }
  func faint(_ text: String) -> String { paint(text, "2") }
  func strong(_ text: String) -> String { paint(text, "1") }

  private func paint(_ text: String, _ code: String) -> String {
    usesColour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
