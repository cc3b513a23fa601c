import HeronEngine
import HeronScenarios
import Testing

@Suite struct LoopbackOriginTests {
  private let body = Array("0123456789".utf8)

  @Test func `a path that is found answers 200 with its fields and body`() async throws {
    try await serve(["/a": [.found(body, type: "text/plain")]]) { origin in
      let client = try RawClient(port: origin.port)
      try client.get("/a")
      let head = try client.readHead()
      #expect(head == ["HTTP/1.1 200 OK", "Content-Type: text/plain", "Content-Length: 10"])
      #expect(try client.read(10) == "0123456789")
      #expect(origin.url("/a") == "http://127.0.0.1:\(origin.port)/a")
    }
  }

  @Test func `a path that nobody wrote down answers 404`() async throws {
    try await serve([:]) { origin in
      let client = try RawClient(port: origin.port)
      try client.get("/nowhere")
      #expect(try client.readHead().first == "HTTP/1.1 404 Not Found")
    }
  }

  @Test func `one connection carries many requests, also when they are sent at once`() async throws {
    try await serve(["/a": [.found([0x61])], "/b": [.found([0x62]).after(.milliseconds(1))]]) { origin in
      let client = try RawClient(port: origin.port)
      try client.send("GET /b HTTP/1.1\r\nHost: x\r\n\r\nGET /a HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try client.readHead()
      #expect(try client.read(1) == "b")
      _ = try client.readHead()
      #expect(try client.read(1) == "a")
      try client.get("/a", "Connection: close")
      #expect(try client.readHead().contains("Connection: close"))
      #expect(client.readToEnd() == ("a", .closed))
      #expect(origin.requests.map(\.path) == ["/b", "/a", "/a"])
      #expect(origin.requests.map(\.connection) == [1, 1, 1])
    }
  }

  @Test func `HEAD answers the length and no body`() async throws {
    try await serve(["/a": [.found(body)]]) { origin in
      let client = try RawClient(port: origin.port)
      try client.send("HEAD /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      #expect(try client.readHead().contains("Content-Length: 10"))
      #expect(client.readToEnd() == ("", .closed))
    }
  }

  @Test func `replies follow each other and the last one repeats`() async throws {
    try await serve(["/a": [.failed(503, retryAfter: "1"), .found(body)]]) { origin in
      let client = try RawClient(port: origin.port)
      try client.get("/a")
      let first = try client.readHead()
      #expect(first.first == "HTTP/1.1 503 Service Unavailable")
      #expect(first.contains("Retry-After: 1"))
      _ = try client.read(4)
      for _ in 1...2 {
        try client.get("/a")
        #expect(try client.readHead().first == "HTTP/1.1 200 OK")
        _ = try client.read(10)
      }
      #expect(origin.count(of: "/a") == 3)
      #expect(origin.counts == ["/a": 3])
    }
  }

  @Test func `the log tells method, path, query, fields, connection and visit`() async throws {
    try await serve(["/a": [.found(body)]]) { origin in
      let clients = [try RawClient(port: origin.port), try RawClient(port: origin.port)]
      for client in clients {
        try client.get("/a?size=2", "X-Mark: yes")
        _ = try client.readHead()
      }
      let last = try #require(origin.requests.last)
      #expect(last.method == "GET")
      #expect(last.path == "/a")
      #expect(last.query == "size=2")
      #expect(last.fields["x-mark"] == "yes")
      #expect(last.connection == 2)
      #expect(last.visit == 2)
      #expect(last.moment >= origin.requests[0].moment)
      #expect(origin.connections == 2)
    }
  }

  @Test func `the peak counts requests that are under way together`() async throws {
    try await serve(["/a": [.found(body).with(.stall(afterBytes: 1))]]) { origin in
      let clients = try (0..<3).map { _ in try RawClient(port: origin.port) }
      for client in clients {
        try client.get("/a")
        _ = try client.readHead()
      }
      #expect(origin.active == 3)
      #expect(origin.peakActive == 3)
    }
  }

  @Test func `shutting down closes what is under way`() async throws {
    let origin = try await LoopbackOrigin.start(
      routes: ["/a": [.found(body).with(.stall(afterBytes: 1))]] as RouteTable)
    let client = try RawClient(port: origin.port)
    try client.get("/a")
    _ = try client.readHead()
    try await origin.shutDown()
    #expect(client.readToEnd() == ("0", .closed))
    #expect(throws: RawClient.Failure.self) { try RawClient(port: origin.port) }
  }

  @Test func `a port that is taken is an error`() async throws {
    try await serve([:]) { origin in
      await #expect(throws: (any Error).self) {
        try await LoopbackOrigin.start(port: origin.port, routes: RouteTable())
      }
    }
  }

  @Test func `what is not HTTP closes the connection and nothing else`() async throws {
    try await serve(["/a": [.found(body)]]) { origin in
      let nonsense = try RawClient(port: origin.port)
      try nonsense.send("\u{1}\u{2} nonsense\r\n\r\n")
      #expect(nonsense.readToEnd().text.isEmpty)
      let client = try RawClient(port: origin.port)
      try client.get("/a")
      #expect(try client.readHead().first == "HTTP/1.1 200 OK")
    }
  }
}

/// Runs `body` against an origin that is shut down afterwards in any case.
func serve(_ routes: RouteTable, _ body: (LoopbackOrigin) async throws -> Void) async throws {
  let origin = try await LoopbackOrigin.start(routes: routes)
  do {
    try await body(origin)
  } catch {
    try await origin.shutDown()
    throw error
  }
  try await origin.shutDown()
}
