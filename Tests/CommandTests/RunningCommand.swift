import Foundation

/// The built `heron`, run as a process of its own.
struct RunningCommand {
  /// How it ended.
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
    var lines: [Substring] { output.split(separator: "\n") }
  }

  private let process = Process()
  private let pipe = Pipe()
  private let errorPipe = Pipe()

  /// Where the build put it: beside the tests.
  static let path: String? = {
    let folder = Bundle.main.bundleURL
    let candidates = [folder, folder.deletingLastPathComponent()].map { $0.appending(path: "heron").path() }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// Starts it with `arguments`, by way of the words that `within` makes of the command where it is given.
  init(_ arguments: [String], within: ([String]) -> [String] = { $0 }) throws {
    struct NotBuilt: Error {}
    guard let path = Self.path else { throw NotBuilt() }
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = within([path] + arguments)
    process.standardOutput = pipe
    process.standardError = errorPipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  /// Waits for its end. Calls `atFirstOutput` once it has printed something.
  func end(atFirstOutput: @escaping @Sendable (Int32) -> Void = { _ in }) async -> Outcome {
    let identifier = process.processIdentifier
    let errorReader = errorPipe.fileHandleForReading
    async let errors = Self.text(of: errorReader)
    let output = await Self.text(of: pipe.fileHandleForReading) { atFirstOutput(identifier) }
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, output: output, errors: await errors)
  }

  private static func text(
    of reader: FileHandle, atFirst: @escaping @Sendable () -> Void = {}
  ) async -> String {
    let data = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let first = reader.availableData
        if !first.isEmpty { atFirst() }
        continuation.resume(returning: first + reader.readDataToEndOfFile())
      }
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// Runs it from beginning to end.
  static func run(_ arguments: [String], within: ([String]) -> [String] = { $0 }) async throws -> Outcome {
    try await RunningCommand(arguments, within: within).end()
  }
}
