import Foundation
import Testing

@testable import heron

/// The page of `--report`, in a browser.
@Suite(
  .enabled(if: RunningCommand.path != nil, "heron is not built beside the tests"),
  .enabled(if: Browser.path != nil, "Chromium is not installed: pages are not opened"))
struct `Pages in a browser` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func opened(_ name: String) async throws -> String {
    let path = try #require(Browser.path)
    // A profile of its own, or a second browser waits for the first.
    return try await Browser.dump("\(folder.path)/\(name)", profile: "\(folder.path)/profile", by: path)
  }

  @Test func `a run's page opens without an error, and shows its loads`() async throws {
    try folder.write(
      """
      scenario: test
      about: A test.
      origins: {photos: {replies: [503, 200]}}
      steps: [{at: 0ms, request: 40, origin: photos}]
      expect: {delivered: 41}
      """, to: "a.yaml")
    let outcome = try await RunningCommand.run(
      ["run", "\(folder.path)/a.yaml", "--report", "\(folder.path)/run.html"])
    #expect(outcome.status == 1)
    let page = try await opened("run.html")
    #expect(page.contains("data-ready=\"yes\"") && !page.contains("data-error"))
    #expect(page.contains("40 of 40 loads") && page.contains("missed"))
  }

  @Test func `a comparison's page opens without an error, and has a row for each policy`() async throws {
    try folder.write(
      """
      scenario: test
      about: A test.
      origins: {photos: {latency: 50ms}}
      steps: [{at: 0ms, request: 40, origin: photos}]
      """, to: "a.yaml")
    let outcome = try await RunningCommand.run(
      ["compare", "\(folder.path)/a.yaml", "--seed", "1", "--report", "\(folder.path)/compare.html"])
    #expect(outcome.status == 0)
    let page = try await opened("compare.html")
    #expect(page.contains("data-ready=\"yes\"") && !page.contains("data-error"))
    for policy in ["heron", "ancestor", "nuke", "kingfisher", "pinremoteimage", "browser"] {
      #expect(page.components(separatedBy: ">\(policy)<").count > 4, "\(policy)")
    }
  }
}

/// Headless Chromium.
private enum Browser {
  static let path: String? = ["chromium", "chromium-browser", "google-chrome"].lazy
    .flatMap { name in ["/usr/bin/\(name)", "/usr/local/bin/\(name)"] }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The page as it is after its script.
  static func dump(_ file: String, profile: String, by path: String) async throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(profile)", "--virtual-time-budget=10000",
      "--dump-dom", "file://\(file)",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
