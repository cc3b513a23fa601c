import Foundation

/// This program once more, as a process of its own that runs one measurement.
enum ProbeProcess {
  /// A measurement that did not come to its end.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static func run(_ probe: Probe) throws -> [String: Double] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["probe", probe.rawValue]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Failure(description: "the measurement \(probe.rawValue) ended with status \(process.terminationStatus)")
    }
    var values: [String: Double] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let value = Double(words[1]) else {
        throw Failure(description: "the measurement \(probe.rawValue) printed '\(line)'")
      }
      values[String(words[0])] = value
    }
    return values
  }
}

/// What is being done, on standard error while it is a terminal.
enum Progress {
  static func tell(_ text: String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8))
  }

  static func clear() { tell("") }
}
