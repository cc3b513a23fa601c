import HeronCurl
import HeronEngine
import HeronScenarios
import Testing

/// How many connections a loader opens, by the origin's own count.
@Suite(.timeLimit(.minutes(1))) struct ConnectionUseTests {
  private let good = LoadCase.good

  private func serving(_ count: Int, _ reply: OriginReply) -> RouteTable {
    RouteTable(Dictionary(uniqueKeysWithValues: (0..<count).map { ("/\($0)", OriginBehaviour.always(reply)) }))
  }

  @Test func `thirty requests at a time share one connection of HTTP 2`() async throws {
    let routes = serving(30, good.after(.milliseconds(20)))
    try await loadSecurely(routes, configure: { $0.maxActive = 30 }) { origin, loader in
      let results = await loader.load(all: (0..<30).map { origin.url("/\($0)") })
      #expect(results.allSatisfy { $0.text == "0123456789" })
      #expect(origin.connections == 1)
      #expect(origin.requests.count == 30)
      #expect(origin.requests.allSatisfy { $0.version == .http2 })
      #expect(origin.peakActive > 6)
    }
  }

  @Test func `until the first answer has come there is one attempt`() async throws {
    var routes = serving(10, good)
    routes.behaviours["/first"] = .always(good.after(.seconds(600)))
    try await loadSecurely(routes) { origin, loader in
      async let first = loader.load(origin.url("/first"))
      try await until { !origin.requests.isEmpty }
      async let results = loader.load(all: (0..<10).map { origin.url("/\($0)") })
      try await until { await loader.loader.statistics.waiting == 10 }
      #expect(await loader.loader.statistics.active == 1)
      loader.loader.cancelAll()
      #expect(await first.error?.kind == .cancelled)
      #expect(await results.allSatisfy { $0.error?.kind == .cancelled })
      #expect(origin.requests.count == 1)
      #expect(origin.connections == 1)
    }
  }

  @Test func `the head of the first answer tells the version, and lets the others begin`() async throws {
    var routes = serving(10, good)
    routes.behaviours["/first"] = .always(good.with(.stall(afterBytes: 4, lasting: .seconds(600))))
    try await loadSecurely(routes) { origin, loader in
      async let first = loader.load(origin.url("/first"))
      try await until { !origin.requests.isEmpty }
      let results = await loader.load(all: (0..<10).map { origin.url("/\($0)") })
      #expect(results.allSatisfy { $0.text == "0123456789" })
      #expect(origin.active == 1)
      loader.loader.cancelAll()
      #expect(await first.error?.kind == .cancelled)
    }
  }

  @Test(arguments: [1, 4])
  func `requests of HTTP 1 share as many connections as are allowed at a time`(limit: Int) async throws {
    try await serve(serving(40, good.after(.milliseconds(2)))) { origin in
      let loader = try SocketLoader { $0.maxActivePerOrigin = limit }
      let results = await loader.load(all: (0..<40).map { origin.url("/\($0)") })
      #expect(results.allSatisfy { $0.text == "0123456789" })
      #expect(origin.requests.count == 40)
      #expect(origin.connections <= limit)
      #expect(origin.peakActive <= limit)
    }
  }

  @Test func `TLS without HTTP 2 keeps to the limit too, and begins with one`() async throws {
    let settings = OriginSettings(versions: [.http11])
    try await loadSecurely(
      serving(20, good.after(.milliseconds(2))), settings: settings, configure: { $0.maxActivePerOrigin = 3 }
    ) { origin, loader in
      let results = await loader.load(all: (0..<20).map { origin.url("/\($0)") })
      #expect(results.allSatisfy { $0.text == "0123456789" })
      #expect(origin.connections <= 3)
      #expect(origin.requests.prefix(2).map(\.connection) == [1, 1] || origin.connections > 1)
    }
  }

  @Test(arguments: [OriginReply.Fault.closeWithoutReply, .resetBeforeHead])
  func `a kept connection that turns out dead costs a resend and no attempt`(fault: OriginReply.Fault) async throws {
    try await serve(["/a": [good, good.with(fault), good]]) { origin in
      let loader = try SocketLoader { $0.retry.maxAttempts = 1 }
      let first = try #require(await loader.load(origin.url("/a")).media)
      #expect(first.trace.transport.resends == 0)
      #expect(!first.trace.transport.reusedConnection)
      let second = try #require(await loader.load(origin.url("/a")).media)
      #expect(second.body == good.body)
      #expect(second.trace.attempts == 1)
      #expect(second.trace.transport.resends == 1)
      #expect(origin.requests.map(\.connection) == [1, 1, 2])
    }
  }

  @Test func `a kept connection carries the next request`() async throws {
    try await serve(["/a": .always(good)]) { origin in
      let loader = try SocketLoader()
      _ = await loader.load(origin.url("/a"))
      let second = try #require(await loader.load(origin.url("/a")).media)
      #expect(second.trace.transport.reusedConnection)
      #expect(origin.connections == 1)
    }
  }
}
