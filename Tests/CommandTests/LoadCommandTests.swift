import Foundation
import Heron
import HeronCodecs
import HeronScenarios
import Testing

/// The built command against a real origin on the loopback.
@Suite(.enabled(if: RunningCommand.path != nil, "heron is not built beside the tests")) struct LoadCommandTests {
  private let folder: TemporaryFolder
  private let picture: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    picture = try PNGEncoder().encode(Array(repeating: 128, count: 16), width: 2, height: 2)
  }

  private func withOrigin(_ body: (LoopbackOrigin) async throws -> Void) async throws {
    let routes: RouteTable = [
      "/good.png": .always(.found(picture, type: "image/png")),
      "/busy.png": [.failed(503), .found(picture, type: "image/png")],
      "/text": .always(.found(Array("no picture".utf8))),
      "/stuck.png": .always(.found(picture).with(.stall(afterBytes: 10))),
    ]
    let origin = try await LoopbackOrigin.start(routes: routes)
    try await body(origin)
    try await origin.shutDown()
  }

  private struct Line: Decodable {
    var index: Int
    var url: String
    var outcome: String
    var source: String?
    var status: Int?
    var format: String?
    var width: Int?
    var bytes: Int?
    var attempts: Int
    var rgba_sha256: String?
    var headers: [[String]]?
    var error: String?
    var file: String?
  }

  private func lines(_ outcome: RunningCommand.Outcome) throws -> [Line] {
    try outcome.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }.sorted { $0.index < $1.index }
  }

  @Test func `what is loaded is told and written, and the status is 0`() async throws {
    try await withOrigin { origin in
      let outcome = try await RunningCommand.run([
        "load", origin.url("/good.png"), origin.url("/good.png"), origin.url("/busy.png"), "--json", "--checksum",
        "--include", "--retry-base", "1ms", "--output", folder.path,
      ])
      #expect(outcome.status == 0)
      let lines = try lines(outcome)
      #expect(lines.map(\.outcome) == ["loaded", "loaded", "loaded"])
      #expect(lines.map(\.attempts) == [1, 1, 2])
      #expect(lines.allSatisfy { $0.status == 200 && $0.format == "png" && $0.width == 2 && $0.bytes == picture.count })
      #expect(Set(lines.map(\.rgba_sha256)).count == 1)
      #expect(lines[0].headers?.contains(["Content-Type", "image/png"]) == true)
      #expect(try folder.files == ["busy.png", "good-2.png", "good.png"])
      #expect(origin.count(of: "/good.png") == 1)
    }
  }

  @Test func `what fails is told with its kind, and the status is 1`() async throws {
    try await withOrigin { origin in
      let outcome = try await RunningCommand.run([
        "load", origin.url("/good.png"), origin.url("/none.png"), origin.url("/text"), "mailto:x", "--json",
      ])
      #expect(outcome.status == 1)
      #expect(try lines(outcome).map(\.error) == [nil, "http-status", "not-an-image", "bad-url"])
    }
  }

  @Test func `bytes are taken as they are where nothing is to be decoded`() async throws {
    try await withOrigin { origin in
      let outcome = try await RunningCommand.run(["load", origin.url("/text"), "--no-decode", "--output", folder.path])
      #expect(outcome.status == 0)
      #expect(try folder.text("text") == "no picture")
    }
  }

  @Test func `the contact sheet is a picture`() async throws {
    try await withOrigin { origin in
      let sheet = "\(folder.path)/sheet.png"
      _ = try await RunningCommand.run(["load", origin.url("/good.png"), origin.url("/text"), "--contact-sheet", sheet])
      let bytes = Array(try Data(contentsOf: URL(filePath: sheet)))
      #expect(try ImageDecoders.all.decode(bytes, limits: DecodingLimits()).width > 160)
    }
  }

  @Test func `what is there already is no contact sheet unless that is allowed`() async throws {
    try await withOrigin { origin in
      try folder.write("mine", to: "sheet.png")
      let arguments = ["load", origin.url("/good.png"), "--contact-sheet", "\(folder.path)/sheet.png"]
      let refused = try await RunningCommand.run(arguments)
      #expect(refused.status == 2)
      #expect(refused.errors.contains("--overwrite"))
      #expect(try folder.text("sheet.png") == "mine")
      #expect(origin.requests.isEmpty)
      #expect(try await RunningCommand.run(arguments + ["--overwrite"]).status == 0)
      #expect(try folder.text("sheet.png") != "mine")
    }
  }

  @Test func `a contact sheet is written over no device`() async throws {
    let outcome = try await RunningCommand.run([
      "load", "http://127.0.0.1:1/", "--contact-sheet", "/dev/null", "--overwrite",
    ])
    #expect(outcome.status == 2)
  }

  @Test func `Ctrl-C ends it with status 130, what was done stays, and nothing half done does`() async throws {
    try await withOrigin { origin in
      let command = try RunningCommand([
        "load", origin.url("/good.png"), origin.url("/stuck.png"), "--json", "--output", folder.path,
      ])
      let outcome = await command.end { kill($0, SIGINT) }
      #expect(outcome.status == 130)
      #expect(try lines(outcome).map(\.outcome) == ["loaded", "cancelled"])
      #expect(try folder.files == ["good.png"])
    }
  }

  // What is cancelled makes room, in which the next one in line would start; and GNU timeout signals twice.
  @Test func `an interrupt starts nothing more, and a second one at the same time is the same`() async throws {
    try await withOrigin { origin in
      let stuck = (0..<100).map { "\(origin.url("/stuck.png"))?\($0)" }
      let command = try RunningCommand(
        ["load", origin.url("/good.png"), "--json", "--no-decode", "--max-active", "4"] + stuck)
      let outcome = await command.end {
        kill($0, SIGINT)
        kill($0, SIGTERM)
      }
      #expect(outcome.status == 130)
      #expect(try lines(outcome).count { $0.outcome == "cancelled" } == 100)
      #expect(origin.count(of: "/stuck.png") <= 4)
    }
  }

  @Test func `URLs come from a file`() async throws {
    try await withOrigin { origin in
      try folder.write("# list\n\(origin.url("/good.png"))\n", to: "list")
      let outcome = try await RunningCommand.run(["load", "--from", "\(folder.path)/list", "--json"])
      #expect(try lines(outcome).map(\.url) == [origin.url("/good.png")])
    }
  }

  @Test func `files are decoded with the same results`() async throws {
    try folder.write("no picture", to: "text")
    try Data(picture).write(to: URL(filePath: "\(folder.path)/a.png"))
    let files = ["a.png", "text", "none"].map { "\(folder.path)/\($0)" }
    let outcome = try await RunningCommand.run(["decode", "--json", "--checksum"] + files)
    #expect(outcome.status == 1)
    #expect(try lines(outcome).map(\.error) == [nil, "not-an-image", "internal"])
    #expect(try lines(outcome)[0].url == files[0])
    let limited = try await RunningCommand.run(["decode", "--json", "--max-pixels", "3", files[0]])
    #expect(try lines(limited).map(\.error) == ["too-many-pixels"])
  }

  @Test func `help and version are no failures, bad usage is`() async throws {
    #expect(try await RunningCommand.run(["load", "--help"]).status == 0)
    #expect(try await RunningCommand.run(["--version"]).output == "0.1.0\n")
    #expect(try await RunningCommand.run(["--generate-completion-script", "bash"]).status == 0)
    #expect(try await RunningCommand.run(["load", "--max-active", "0", "x"]).status == 2)
  }
}
