import Foundation
import Testing

@Suite struct `Rooms are tidy` {
  @Test func `no room is over 300 lines`() throws {
    for file in try House.swiftFiles(in: "Sources") {
      #expect(file.lines.count <= 301, "\(file.path) has \(file.lines.count) lines")
    }
  }

  @Test(arguments: ["@unchecked Sendable", "nonisolated(unsafe)", "try!", "fatalError(\"TODO", "// TODO", "// FIXME"])
  func `nothing in Sources goes round the compiler or is left for later`(phrase: String) throws {
    for file in try House.swiftFiles(in: "Sources") {
      #expect(!file.text.contains(phrase), "\(file.path) says \(phrase)")
    }
  }

  @Test func `no test sleeps`() throws {
    let call = try Regex(#"sleep\s*\("#)
    for file in try House.swiftFiles(in: "Tests") where !file.path.hasPrefix("Tests/HouseTests") {
      #expect(!file.text.contains(call), "\(file.path) sleeps")
    }
  }

  @Test func `in the engine only the clock port reads time or makes a timer source`() throws {
    let phrases = ["DispatchTime.now", "makeTimerSource", "Date()", "SystemRandomNumberGenerator", "ContinuousClock"]
    let port = ["DispatchClock.swift", "TimerSources.swift"]
    for file in try House.swiftFiles(in: "Sources/HeronEngine") where !port.contains(where: file.path.hasSuffix) {
      for phrase in phrases { #expect(!file.text.contains(phrase), "\(file.path) says \(phrase)") }
    }
  }
}
