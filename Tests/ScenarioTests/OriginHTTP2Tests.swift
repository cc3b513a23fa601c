import HeronCurl
import HeronEngine
import HeronScenarios
import Testing

@Suite struct OriginHTTP2Tests {
  private let good = OriginReply.found(Array("0123456789".utf8), type: "text/plain", etag: "v1")

  @Test func `the same routes are served by HTTP 2, on one connection`() async throws {
    try await serveSecurely(["/a": .always(good)]) { origin, transport in
      for _ in 1...3 {
        let fetched = await transport.fetch(origin.url("/a"), headers: ["X-Mark": "yes"])
        #expect(fetched.head?.version == .http2)
        #expect(fetched.head?.status == 200)
        #expect(fetched.head?.headers["Content-Type"] == "text/plain")
        #expect(fetched.text == "0123456789")
      }
      #expect(origin.requests.map(\.version) == [.http2, .http2, .http2])
      #expect(origin.requests.map(\.connection) == [1, 1, 1])
      #expect(origin.active == 0)
    }
  }

  @Test func `the log tells method, target and all header fields`() async throws {
    try await serveSecurely(["/a": .always(good)]) { origin, transport in
      _ = await transport.fetch(origin.url("/a?size=2"), headers: ["X-Mark": "yes"])
      let request = try #require(origin.requests.first)
      #expect(request.method == "GET")
      #expect(request.path == "/a")
      #expect(request.query == "size=2")
      #expect(request.fields["X-Mark"] == "yes")
      #expect(request.fields["Host"] == "127.0.0.1:\(origin.port)")
      #expect(request.fields.lines.allSatisfy { !$0.name.hasPrefix(":") })
    }
  }

  @Test func `a range, a failure and an empty answer are what they are by HTTP 1.1`() async throws {
    let routes: RouteTable = ["/a": .always(good), "/none": .always(OriginReply(status: 304))]
    try await serveSecurely(routes) { origin, transport in
      let part = await transport.fetch(origin.url("/a"), headers: ["Range": "bytes=4-5"])
      #expect(part.head?.status == 206)
      #expect(part.text == "45")
      #expect(await transport.fetch(origin.url("/b")).head?.status == 404)
      let empty = await transport.fetch(origin.url("/none"))
      #expect(empty.head?.status == 304)
      #expect(empty.failure == nil)
    }
  }

  @Test func `a body of megabytes arrives whole`() async throws {
    let large = (0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 / 3) }
    try await serveSecurely(["/a": [.found(large)], "/b": [.found(large).with(.chunked)]]) { origin, transport in
      #expect(await transport.fetch(origin.url("/a")).body == large)
      #expect(await transport.fetch(origin.url("/b")).body == large)
    }
  }

  @Test func `streams of one connection are answered at the same time`() async throws {
    try await serveSecurely(["/a": .always(good.with(.stall(afterBytes: 1)))]) { origin, transport in
      let observers = (0..<3).map { _ in FetchObserver() }
      let transfers = observers.map { transport.start(TransportRequest(url: origin.url("/a")), observer: $0) }
      for observer in observers { await observer.head() }
      #expect(origin.active == 3)
      for transfer in transfers { transfer.cancel() }
      for observer in observers { #expect(await observer.end().failure == .stopped) }
    }
  }

  @Test func `no connection has more streams than the origin allows`() async throws {
    let settings = OriginSettings(maxConcurrentStreams: 2)
    try await serveSecurely(["/a": .always(good.with(.stall(afterBytes: 1)))], settings: settings) {
      origin, transport in
      let observers = (0..<6).map { _ in FetchObserver() }
      let transfers = observers.map { transport.start(TransportRequest(url: origin.url("/a")), observer: $0) }
      for observer in observers { await observer.head() }
      let counts = Dictionary(grouping: origin.requests, by: \.connection).mapValues(\.count)
      #expect(counts.values.allSatisfy { $0 <= 2 })
      #expect(counts.values.reduce(0, +) == 6)
      for transfer in transfers { transfer.cancel() }
    }
  }
}
