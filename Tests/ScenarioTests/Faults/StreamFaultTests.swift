import HeronEngine
import HeronScenarios
import Testing

/// What goes wrong with streams, messages and connections of HTTP/2, and what the loader makes of it.
@Suite(.timeLimit(.minutes(1))) struct StreamFaultTests {
  private static let good = LoadCase.good
  private static let tagged = LoadCase.tagged
  private static let broken: [OriginReply.StreamError] = [
    .none, .protocolViolation, .serverFailed, .cancelled, .tooMuch,
  ]

  private static let streams: [LoadCase] =
    broken.flatMap { code in
      [
        LoadCase(name: "\(code), no answer", replies: [good.with(.streamReset(code)), good], requests: 2),
        LoadCase(
          name: "\(code), tagged", replies: [tagged.with(.streamReset(code, afterBytes: 4)), tagged], requests: 2,
          resumedAt: 4),
        LoadCase(
          name: "always \(code)", replies: [good.with(.streamReset(code))], end: .failed(.protocol), requests: 3),
      ]
    }

  private static let connections = [
    LoadCase(name: "HTTP/1.1 required", replies: [good.with(.streamReset(.needsHTTP11)), good], requests: 2),
    LoadCase(name: "gone away, answered", replies: [good.with(.goAway(answering: true))]),
    LoadCase(name: "gone away, not answered", replies: [good.with(.goAway(answering: false)), good], requests: 2),
    LoadCase(name: "reset before the head", replies: [good.with(.resetBeforeHead), good], requests: 2),
    LoadCase(name: "closed without an answer", replies: [good.with(.closeWithoutReply), good], requests: 2),
    LoadCase(name: "reset", replies: [good.with(.reset(afterBytes: 4)), good], requests: 2),
    LoadCase(name: "closed in the middle", replies: [good.with(.truncate(afterBytes: 4)), good], requests: 2),
    LoadCase(
      name: "closed in the middle, tagged", replies: [tagged.with(.truncate(afterBytes: 4)), tagged], requests: 2,
      resumedAt: 4),
  ]

  private static let messages = [
    LoadCase(name: "no length", replies: [good.with(.absent)]),
    LoadCase(name: "a length too long", replies: [good.with(.claimed(99)), good], requests: 2),
    LoadCase(name: "a length too short", replies: [good.with(.claimed(4)), good], requests: 2),
    LoadCase(name: "headers below the limit", replies: [good.with(.headerFlood(bytes: 50_000))]),
    LoadCase(
      name: "headers over the limit", replies: [good.with(.headerFlood(bytes: 70_000))], end: .failed(.tooLarge)),
    LoadCase(name: "many interim responses", replies: [good.with(.interimFlood(count: 1000))]),
    LoadCase(name: "a flood of them", replies: [good.with(.interimFlood(count: 2000))], end: .failed(.tooLarge)),
    LoadCase(name: "garbage", replies: [good.with(.garbage)], end: .failed(.reset), requests: 3),
    LoadCase(name: "no frames", replies: [good.with(.bodyOnly)], end: .failed(.reset), requests: 3),
    LoadCase(name: "wrong gzip", replies: [.coded(Gzip.garbage)], end: .failed(.protocol), requests: 2),
    LoadCase(name: "misdirected", replies: [.misdirected, good], requests: 2),
    LoadCase(name: "always misdirected", replies: [.misdirected], end: .failed(.httpStatus), requests: 2),
  ]

  @Test(arguments: streams + connections + messages)
  func `a fault is met by the attempts that it is worth`(fault: LoadCase) async throws {
    try await loadSecurely(["/a": OriginBehaviour(fault.replies)]) { origin, loader in
      await fault.check(origin, loader)
    }
  }

  // curl's own limit ends the whole connection, without a word on whose headers they were; sometimes it still sends
  // another request by that connection first, and then sends it again by the next.
  @Test func `headers that never end break their connection`() async throws {
    try await loadSecurely(["/a": .always(Self.good.with(.endlessHeader))]) { origin, loader in
      let error = try #require(await loader.load(origin.url("/a")).error)
      #expect(error.kind == .reset)
      #expect(error.attempts == 3)
      #expect(origin.count(of: "/a") >= 3)
    }
  }

  @Test func `a refused stream comes again at once, for free`() async throws {
    let routes: RouteTable = ["/a": [Self.good.with(.streamReset(.refused)), Self.good]]
    try await loadSecurely(routes, configure: { $0.retry.maxAttempts = 1 }) { origin, loader in
      #expect(await loader.load(origin.url("/a")).text == "0123456789")
      #expect(origin.count(of: "/a") == 2)
    }
  }

  // libcurl calls it a broken protocol, as it does much else, so that it cannot be free.
  @Test func `a request that a connection leaves out as it goes comes again by another`() async throws {
    try await loadSecurely(["/a": [Self.good.with(.goAway(answering: false)), Self.good]]) { origin, loader in
      let media = try #require(await loader.load(origin.url("/a")).media)
      #expect(media.body == Self.good.body)
      #expect(media.trace.attempts == 2)
      #expect(origin.requests.map(\.connection) == [1, 2])
    }
  }

  @Test func `a request on a connection that was given up already comes again by another`() async throws {
    let routes: RouteTable = [
      "/slow": [Self.good.with(.stall(afterBytes: 4, lasting: .milliseconds(100)))],
      "/left": [Self.good.with(.goAway(answering: false)).after(.milliseconds(50)), Self.good],
      "/a": [Self.good.with(.goAway(answering: true))], "/first": [Self.good],
    ]
    try await loadSecurely(routes) { origin, loader in
      // The others begin at the same time once the version is known.
      #expect(await loader.load(origin.url("/first")).text == "0123456789")
      let results = await loader.load(all: ["/slow", "/left", "/a"].map { origin.url($0) })
      #expect(results.allSatisfy { $0.text == "0123456789" })
      #expect(origin.count(of: "/left") == 2)
    }
  }

  @Test func `streams that are always refused end the load`() async throws {
    try await loadSecurely(["/a": [Self.good.with(.streamReset(.refused))]]) { origin, loader in
      #expect(await loader.load(origin.url("/a")).error?.kind == .reset)
    }
  }

  @Test func `a misdirected request comes again by a connection of its own`() async throws {
    try await loadSecurely(["/a": [.misdirected, Self.good], "/b": [Self.good]]) { origin, loader in
      #expect(await loader.load(origin.url("/a")).text == "0123456789")
      #expect(origin.requests.map(\.connection) == [1, 2])
    }
    try await serve(["/a": [.misdirected, Self.good]]) { origin in
      let loader = try SocketLoader()
      #expect(await loader.load(origin.url("/a")).text == "0123456789")
      #expect(origin.requests.map(\.connection) == [1, 2])
    }
  }
}
