import Foundation
import HeronScenarios
import Testing

/// --trace, --timing and --summary of the built command.
@Suite(.enabled(if: RunningCommand.path != nil, "heron is not built beside the tests")) struct MeasuringTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Request: Decodable {
    var url: String
    var request_url: String
    var attempt: Int
    var redirects: Int
    var outcome: String
    var status: Int?
    var version: String?
    var started_ms: Double
    var elapsed_ms: Double
    var connect_ms: Double?
    var tls_ms: Double?
    var first_byte_ms: Double?
    var total_ms: Double?
    var bytes: Int
    var reused: Bool?
    var resends: Int?
    var resumed: Bool
    var error: String?
    var message: String?
    var code: Int?
    var phase: String?
    var offset: Int?
  }

  private func requests(_ name: String = "trace") throws -> [Request] {
    try folder.text(name).split(separator: "\n").map { try JSONDecoder().decode(Request.self, from: Data($0.utf8)) }
  }

  private func withOrigin(_ body: (LoopbackOrigin) async throws -> Void) async throws {
    let found = OriginReply.found(Array("body".utf8))
    let routes: RouteTable = [
      "/a": .always(found), "/busy": [.failed(503), found], "/moved": .always(.redirect(to: "/a")),
      "/cut": .always(found.with(.truncate(afterBytes: 2))),
      "/late": .always(found.after(.milliseconds(500))), "/stuck": .always(found.with(.stall(afterBytes: 1))),
    ]
    let origin = try await LoopbackOrigin.start(routes: routes)
    try await body(origin)
    try await origin.shutDown()
  }

  private func load(_ arguments: [String], within: ([String]) -> [String] = { $0 }) async throws
    -> RunningCommand.Outcome
  {
    try await RunningCommand.run(["load", "--no-decode", "--quiet", "--retry-base", "1ms"] + arguments, within: within)
  }

  private var trace: String { "\(folder.path)/trace" }

  @Test func `each request that went out has a line`() async throws {
    try await withOrigin { origin in
      let outcome = try await load([origin.url("/busy"), "--trace", trace])
      #expect(outcome.status == 0)
      let requests = try requests()
      #expect(requests.map(\.outcome) == ["failed", "served"])
      #expect(requests.map(\.attempt) == [1, 2])
      #expect(requests.map(\.status) == [503, 200])
      #expect(requests.map(\.error) == ["http-status", nil])
      #expect(requests.map(\.bytes).last == 4)
      #expect(requests.map(\.reused) == [false, true])
      #expect(requests[0].connect_ms != nil)
      #expect(requests[1].connect_ms == nil)
      #expect(requests.allSatisfy { $0.version == "1.1" && $0.tls_ms == nil && !$0.resumed && $0.resends == 0 })
      #expect(requests[0].started_ms <= requests[1].started_ms)
    }
  }

  @Test func `a redirect has a line of its own, under the load's URL`() async throws {
    try await withOrigin { origin in
      _ = try await load([origin.url("/moved"), "--trace", trace])
      let requests = try requests()
      #expect(requests.map(\.outcome) == ["redirected", "served"])
      #expect(requests.map(\.url) == [origin.url("/moved"), origin.url("/moved")])
      #expect(requests.map(\.request_url) == [origin.url("/moved"), origin.url("/a")])
      #expect(requests.map(\.redirects) == [0, 1])
    }
  }

  @Test func `what never connected has no times but its own, and a reason`() async throws {
    let closed = try RefusingPort()
    _ = try await load([closed.url("/a"), "--max-attempts", "1", "--trace", trace])
    let request = try #require(try requests().first)
    #expect(request.outcome == "failed")
    #expect(request.error == "connect")
    #expect(request.message?.isEmpty == false)
    #expect(request.code == 7)
    #expect(request.phase == "connecting" && request.offset == nil)
    #expect(request.status == nil)
    #expect(request.first_byte_ms == nil)
  }

  @Test func `what broke in the middle says after which byte, in the trace and in the result`() async throws {
    try await withOrigin { origin in
      let broken = ["--max-attempts", "1", "--trace", trace, origin.url("/cut"), "--json"]
      let outcome = try await load(broken)
      struct Result: Decodable {
        var error: String
        var code: Int
        var phase: String
        var offset: Int
      }
      let line = try #require(outcome.lines.first)
      let result = try JSONDecoder().decode(Result.self, from: Data(line.utf8))
      #expect(result.error == "truncated" && result.code == 18)
      #expect(result.phase == "receiving-body" && result.offset == 2)
      let request = try #require(try requests().first)
      #expect(request.error == "truncated" && request.phase == "receiving-body" && request.offset == 2)
    }
  }

  @Test func `Ctrl-C leaves a line for what was cancelled`() async throws {
    try await withOrigin { origin in
      let command = try RunningCommand(
        ["load", "--no-decode", "--quiet", "--trace", trace, origin.url("/a"), origin.url("/stuck")])
      let outcome = await command.end { kill($0, SIGINT) }
      #expect(outcome.status == 130)
      #expect(try requests().map(\.outcome) == ["served", "cancelled"])
    }
  }

  @Test func `a file that is there is traced into only where that is allowed`() async throws {
    try await withOrigin { origin in
      try folder.write("mine\n", to: "trace")
      let refused = try await load([origin.url("/a"), "--trace", trace])
      #expect(refused.status == 2)
      #expect(refused.errors.contains("--overwrite"))
      #expect(try folder.text("trace") == "mine\n")
      #expect(origin.requests.isEmpty)
      #expect(try await load([origin.url("/a"), "--trace", trace, "--overwrite"]).status == 0)
      #expect(try requests().count == 1)
    }
  }

  @Test func `a trace that finds no room costs no result`() async throws {
    try await withOrigin { origin in
      let outcome = try await load([origin.url("/a"), origin.url("/busy"), "--trace", "/dev/full"])
      #expect(outcome.status == 1)
      #expect(outcome.lines.count == 2)
      #expect(outcome.errors.contains("cannot write '/dev/full'"))
    }
  }

  @Test func `timing is told though all else is quiet`() async throws {
    try await withOrigin { origin in
      let outcome = try await load([origin.url("/a"), origin.url("/busy"), "--max-active", "1", "--timing"])
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.first?.split(separator: " ") == ["count", "p50", "p90", "p99", "max"])
      #expect(lines.contains { $0.hasPrefix("waiting in line") })
      #expect(lines.contains { $0.hasPrefix("total") && $0.split(separator: " ")[1] == "3" })
      #expect(lines.last == "1 connection opened, 2 reused, 0 resends")
      #expect(outcome.lines.count == 2)
    }
  }

  private struct Summary: Decodable {
    var summary: Bool
    var loaded: Int
    var failed: Int
    var cancelled: Int
    var bytes: Int
    var elapsed_ms: Double
  }

  @Test func `the last line of JSON sums up`() async throws {
    try await withOrigin { origin in
      let outcome = try await load([origin.url("/a"), origin.url("/none"), "--json", "--summary"])
      #expect(outcome.status == 1)
      #expect(outcome.lines.count == 3)
      let last = try #require(outcome.lines.last)
      let summary = try JSONDecoder().decode(Summary.self, from: Data(last.utf8))
      #expect(summary.summary)
      #expect(summary.loaded == 1)
      #expect(summary.failed == 1)
      #expect(summary.cancelled == 0)
      #expect(summary.elapsed_ms > 0)
    }
  }

  @Test func `the last line of text sums up`() async throws {
    try await withOrigin { origin in
      let outcome = try await load([origin.url("/a"), "--summary"])
      #expect(outcome.lines.count == 2)
      #expect(outcome.lines.last?.hasPrefix("1 loaded, 0 failed in ") == true)
      #expect(try await load([origin.url("/a")]).lines.count == 1)
    }
  }

  @Test func `no line is lost on the way into a pipe`() async throws {
    try await withOrigin { origin in
      let urls = (1...500).map { origin.url("/a?\($0)") }
      let outcome = try await load(urls)
      #expect(outcome.lines.count == 500)
      #expect(outcome.lines.allSatisfy { $0.hasPrefix("✓") })
    }
  }

  @Test func `a full disk is a failure, and said`() async throws {
    try await withOrigin { origin in
      let outcome = try await load([origin.url("/a")]) { ["sh", "-c", #"exec "$@" > /dev/full"#, "sh"] + $0 }
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("cannot write to 'standard output'"))
    }
  }

  @Test func `a reader that has left ends it without a word`() async throws {
    try await withOrigin { origin in
      let script = #"{ "$@"; echo $? > "$0"; } | true"#
      let outcome = try await load([origin.url("/late")]) { ["sh", "-c", script, "\(folder.path)/status"] + $0 }
      #expect(outcome.errors == "")
      #expect(try folder.text("status") == "141\n")
    }
  }
}
