import HeronEngine
import HeronScenarios
import Testing

/// What goes wrong with connections and messages of HTTP/1.1, and what the loader makes of it.
@Suite(.timeLimit(.minutes(1))) struct MessageFaultTests {
  private static let good = LoadCase.good
  private static let tagged = LoadCase.tagged

  private static let connections = [
    LoadCase(name: "reset before the head", replies: [good.with(.resetBeforeHead), good], requests: 2),
    LoadCase(
      name: "always reset before the head", replies: [good.with(.resetBeforeHead)], end: .failed(.reset), requests: 3
    ),
    LoadCase(name: "closed without an answer", replies: [good.with(.closeWithoutReply), good], requests: 2),
    LoadCase(
      name: "always closed without an answer", replies: [good.with(.closeWithoutReply)], end: .failed(.reset),
      requests: 3),
    LoadCase(name: "reset, tagged", replies: [tagged.with(.reset(afterBytes: 4)), tagged], requests: 2, resumedAt: 4),
    LoadCase(name: "reset, not tagged", replies: [good.with(.reset(afterBytes: 4)), good], requests: 2),
    LoadCase(
      name: "reset, changed meanwhile",
      replies: [tagged.with(.reset(afterBytes: 4)), .found(Array("other".utf8), etag: "v2")], end: .loaded("other"),
      requests: 2, resumedAt: 4, isSame: false),
    LoadCase(name: "always reset", replies: [good.with(.reset(afterBytes: 4))], end: .failed(.reset), requests: 3),
  ]

  private static let lengths = [
    LoadCase(
      name: "truncated, tagged", replies: [tagged.with(.truncate(afterBytes: 4)), tagged], requests: 2, resumedAt: 4),
    LoadCase(name: "truncated, not tagged", replies: [good.with(.truncate(afterBytes: 4)), good], requests: 2),
    LoadCase(
      name: "truncated twice", replies: Array(repeating: good.with(.truncate(afterBytes: 4)), count: 2) + [good],
      requests: 3),
    LoadCase(
      name: "always truncated", replies: [good.with(.truncate(afterBytes: 4))], end: .failed(.truncated), requests: 3),
    LoadCase(
      name: "truncated, chunked", replies: [good.with(.chunked).with(.truncate(afterBytes: 4)), good], requests: 2),
    LoadCase(name: "no length", replies: [good.with(.absent)]),
    // Nothing tells this end from the right one.
    LoadCase(
      name: "no length, truncated", replies: [good.with(.absent).with(.truncate(afterBytes: 4))],
      end: .loaded("0123")),
    LoadCase(name: "a length too long", replies: [good.with(.claimed(99)), good], requests: 2),
    LoadCase(
      name: "always a length too long", replies: [good.with(.claimed(99))], end: .failed(.truncated), requests: 3),
    LoadCase(name: "a length too short", replies: [good.with(.claimed(4))], end: .loaded("0123")),
    LoadCase(name: "chunked", replies: [good.with(.chunked)]),
    LoadCase(name: "a bad chunk", replies: [good.with(.badChunk(afterBytes: 4)), good], requests: 2),
    LoadCase(
      name: "always a bad chunk", replies: [good.with(.badChunk(afterBytes: 4))], end: .failed(.protocol), requests: 3),
  ]

  private static let heads = [
    LoadCase(name: "headers below the limit", replies: [good.with(.headerFlood(bytes: 60_000))]),
    LoadCase(
      name: "headers over the limit", replies: [good.with(.headerFlood(bytes: 70_000))], end: .failed(.tooLarge)),
    LoadCase(name: "an endless header", replies: [good.with(.endlessHeader)], end: .failed(.tooLarge)),
    LoadCase(name: "many interim responses", replies: [good.with(.interimFlood(count: 1000))]),
    LoadCase(name: "a flood of them", replies: [good.with(.interimFlood(count: 2000))], end: .failed(.tooLarge)),
    LoadCase(name: "garbage", replies: [good.with(.garbage)], end: .failed(.protocol)),
    LoadCase(name: "HTTP/0.9", replies: [good.with(.bodyOnly)], end: .failed(.protocol)),
  ]

  private static let statuses = [
    LoadCase(name: "not found", replies: [.failed(404)], end: .failed(.httpStatus)),
    LoadCase(name: "overloaded", replies: [.failed(503), good], requests: 2),
    LoadCase(name: "always overloaded", replies: [.failed(503)], end: .failed(.httpStatus), requests: 3),
    LoadCase(name: "broken once", replies: [.failed(500), good], requests: 2),
    LoadCase(name: "broken for good", replies: [.failed(500)], end: .failed(.httpStatus), requests: 2),
    LoadCase(
      name: "come back in an hour", replies: [.failed(503, retryAfter: "3600")], end: .failed(.retryAfter)),
  ]

  private static let codings = [
    LoadCase(name: "gzip", replies: [.coded(Gzip.stored(good.body))]),
    LoadCase(name: "wrong gzip once", replies: [.coded(Gzip.garbage), good], requests: 2),
    LoadCase(name: "wrong gzip", replies: [.coded(Gzip.garbage)], end: .failed(.protocol), requests: 2),
    LoadCase(
      name: "gzip, truncated, tagged",
      replies: [
        .coded(Gzip.stored(good.body), etag: "v1").with(.truncate(afterBytes: 20)),
        .coded(Gzip.stored(good.body), etag: "v1"),
      ], requests: 2),
  ]

  @Test(arguments: connections + lengths + heads + statuses + codings)
  func `a fault is met by the attempts that it is worth`(fault: LoadCase) async throws {
    try await serve(["/a": OriginBehaviour(fault.replies)]) { origin in
      await fault.check(origin, try SocketLoader())
    }
  }

  @Test func `a bomb is counted as it comes out, and ends at the limit`() async throws {
    let limit = 1 << 20
    try await serve(["/a": .always(.coded(Gzip.zeros(20 << 20)))]) { origin in
      let result = try await SocketLoader { $0.limits.maxBodyBytes = limit }.load(origin.url("/a"))
      let error = try #require(result.error)
      #expect(error.kind == .tooLarge)
      #expect(error.limit?.name == "max-body")
      // One call of libcurl's at most, whose buffer has 128 KiB.
      #expect(try #require(error.limit?.value) <= Int64(limit + 128 << 10))
      #expect(error.attempts == 1)
      #expect(origin.count(of: "/a") == 1)
    }
  }

  @Test func `what is announced as too large is not even begun`() async throws {
    let large = OriginReply.found([UInt8](repeating: 0, count: 2 << 20))
    try await serve(["/a": .always(large)]) { origin in
      let error = try await SocketLoader { $0.limits.maxBodyBytes = 1 << 20 }.load(origin.url("/a")).error
      #expect(error?.kind == .tooLarge)
      #expect(error?.limit?.value == 2 << 20)
      #expect(origin.count(of: "/a") == 1)
    }
  }
}
