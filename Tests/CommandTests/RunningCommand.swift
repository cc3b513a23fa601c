import Foundation

/// The built `heron`, run as a process of its own.
struct RunningCommand {
  /// How it ended.
  struct Outcome {
    var status: Int32
    var output: String
    var lines: [Substring] { output.split(separator: "\n") }
  }

  private let process = Process()
  private let pipe = Pipe()

  /// Where the build put it: beside the tests.
  static let path: String? = {
    let folder = Bundle.main.bundleURL
    let candidates = [folder, folder.deletingLastPathComponent()].map { $0.appending(path: "heron").path() }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// Starts it with `arguments`.
  init(_ arguments: [String]) throws {
    struct NotBuilt: Error {}
    guard let path = Self.path else { throw NotBuilt() }
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  /// Waits for its end. Calls `atFirstOutput` once it has printed something.
  func end(atFirstOutput: @escaping @Sendable (Int32) -> Void = { _ in }) async -> Outcome {
    let reader = pipe.fileHandleForReading
    let identifier = process.processIdentifier
    let output = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let first = reader.availableData
        if !first.isEmpty { atFirstOutput(identifier) }
        continuation.resume(returning: first + reader.readDataToEndOfFile())
      }
    }
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
  }

  /// Runs it from beginning to end.
  static func run(_ arguments: [String]) async throws -> Outcome { try await RunningCommand(arguments).end() }
}
