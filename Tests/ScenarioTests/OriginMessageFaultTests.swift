import HeronCurl
import HeronEngine
import HeronScenarios
import Testing

@Suite struct OriginMessageFaultTests {
  private let good = OriginReply.found(Array("0123456789".utf8))

  private func answer(_ reply: OriginReply) async throws -> (text: String, ending: RawClient.Ending) {
    var answer = ("", RawClient.Ending.closed)
    try await serve(["/a": .always(reply)]) { origin in
      let client = try RawClient(port: origin.port)
      try client.get("/a", "Connection: close")
      answer = client.readToEnd()
    }
    return answer
  }

  private func head(_ text: String) -> [Substring] { text.split(separator: "\r\n\r\n")[0].split(separator: "\r\n") }

  @Test func `a chunked body comes in chunks and leaves the connection open`() async throws {
    try await serve(["/a": .always(good.with(.chunked))]) { origin in
      let client = try RawClient(port: origin.port)
      for _ in 1...2 {
        try client.get("/a")
        let head = try client.readHead()
        #expect(head.contains("Transfer-Encoding: chunked"))
        #expect(!head.contains { $0.hasPrefix("Content-Length") })
        #expect(try client.read(20) == "a\r\n0123456789\r\n0\r\n\r\n")
      }
      #expect(origin.connections == 1)
    }
  }

  @Test func `a large body comes in many chunks`() async throws {
    let large = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try await serve(["/a": .always(OriginReply.found(large).with(.chunked))]) { origin in
      let fetched = try await CurlTransport().fetch(origin.url("/a"))
      #expect(fetched.failure == nil)
      #expect(fetched.body == large)
      #expect(fetched.head?.headers["Content-Length"] == nil)
    }
  }

  @Test func `a chunked body that ends early lacks its last chunk`() async throws {
    let (text, ending) = try await answer(good.with(.chunked).with(.truncate(afterBytes: 3)))
    #expect(text.hasSuffix("\r\n\r\n3\r\n012\r\n"))
    #expect(ending == .closed)
  }

  @Test func `a bad chunk comes after good ones`() async throws {
    let (text, ending) = try await answer(good.with(.badChunk(afterBytes: 4)))
    #expect(head(text).contains("Transfer-Encoding: chunked"))
    #expect(text.hasSuffix("\r\n\r\n4\r\n0123\r\nno number\r\n"))
    #expect(ending == .closed)
  }

  @Test func `a header flood has the size that was asked for, and the body follows`() async throws {
    let (text, _) = try await answer(good.with(.headerFlood(bytes: 300_000)))
    let lines = head(text).filter { $0.hasPrefix("X-Flood: ") }
    #expect(lines.reduce(0) { $0 + $1.utf8.count + 2 } == 300_000)
    #expect(lines.allSatisfy { $0.utf8.count <= 998 })
    #expect(text.hasSuffix("\r\n\r\n0123456789"))
  }

  @Test func `an endless header line goes on until the client leaves`() async throws {
    try await serve(["/a": [good.with(.endlessHeader)], "/b": [good]]) { origin in
      let client = try RawClient(port: origin.port)
      try client.get("/a")
      #expect(try client.read(29) == "HTTP/1.1 200 OK\r\nX-Endless: ~")
      #expect(try client.read(8 << 20).utf8.allSatisfy { $0 == 0x7E })
      let other = try RawClient(port: origin.port)
      try other.get("/b")
      #expect(try other.readHead().first == "HTTP/1.1 200 OK")
    }
  }

  @Test func `interim responses come before the final one`() async throws {
    let (text, _) = try await answer(good.with(.interimFlood(count: 1000)))
    let heads = text.split(separator: "\r\n\r\n")
    #expect(heads.filter { $0.hasPrefix("HTTP/1.1 103 Early Hints") }.count == 1000)
    #expect(heads[1000].hasPrefix("HTTP/1.1 200 OK"))
    #expect(heads[1001] == "0123456789")
  }

  @Test func `garbage has no status line`() async throws {
    let (text, ending) = try await answer(good.with(.garbage))
    #expect(!text.isEmpty && !text.hasPrefix("HTTP/"))
    #expect(ending == .closed)
  }

  @Test func `an answer as of HTTP 0.9 is the body alone`() async throws {
    #expect(try await answer(good.with(.bodyOnly)) == ("0123456789", .closed))
  }

  @Test func `a redirect says where to`() async throws {
    let (text, _) = try await answer(.redirect(to: "/b", status: 308))
    #expect(head(text)[0] == "HTTP/1.1 308 Permanent Redirect")
    #expect(head(text).contains("Location: /b"))
    let (misdirected, _) = try await answer(.misdirected)
    #expect(head(misdirected)[0] == "HTTP/1.1 421 Misdirected Request")
  }

  @Test func `faults of streams end the connection where there are no streams`() async throws {
    #expect(try await answer(good.with(.streamReset(.refused))) == ("", .reset))
    #expect(try await answer(good.with(.goAway(answering: false))) == ("", .closed))
    let (text, ending) = try await answer(good.with(.goAway(answering: true)))
    #expect(text.hasSuffix("0123456789"))
    #expect(ending == .closed)
  }

  @Test func `a connection that has had its share of requests says so and closes`() async throws {
    let origin = try await LoopbackOrigin.start(
      settings: OriginSettings(requestsPerConnection: 2), routes: ["/a": .always(good)] as RouteTable)
    let client = try RawClient(port: origin.port)
    try client.get("/a")
    #expect(try !client.readHead().contains("Connection: close"))
    _ = try client.read(10)
    try client.get("/a")
    #expect(try client.readHead().contains("Connection: close"))
    #expect(client.readToEnd() == ("0123456789", .closed))
    try await origin.shutDown()
  }
}
