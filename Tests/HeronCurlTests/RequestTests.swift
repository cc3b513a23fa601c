import HeronCurl
import HeronEngine
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RequestTests {
  /// What the server reads of a request, given back as its response's body.
  private func echo(_ request: (String) -> TransportRequest) async throws -> [String] {
    let server = try ScriptedServer { connection in
      while let request = connection.readRequest() {
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(request.utf8.count)\r\n\r\n\(request)")
      }
    }
    let record = try await CurlTransport().fetch(request(server.url("/a/../b?c=d")))
    return record.text.split(separator: "\r\n").map(String.init)
  }

  @Test func `a request has a user agent, the codings, and the fields it was given`() async throws {
    let lines = try await echo {
      TransportRequest(url: $0, headers: ["Accept": "image/png", "X-Empty": "", "X-Two": "1", "x-two": "2"])
    }
    #expect(lines.first == "GET /b?c=d HTTP/1.1")
    #expect(lines.contains("User-Agent: Heron/0.1"))
    #expect(lines.contains { $0.hasPrefix("Accept-Encoding: ") && $0.contains("gzip") })
    #expect(Array(lines.suffix(4)) == ["Accept: image/png", "X-Empty:", "X-Two: 1", "x-two: 2"])
  }

  @Test func `a request may bring its own user agent`() async throws {
    let lines = try await echo { TransportRequest(url: $0, headers: ["user-agent": "Other/1"]) }
    #expect(lines.filter { $0.lowercased().hasPrefix("user-agent") } == ["user-agent: Other/1"])
  }

  @Test func `a range is asked for without a coding`() async throws {
    let lines = try await echo { TransportRequest(url: $0, headers: ["Range": "bytes=5-"]) }
    #expect(lines.filter { $0.hasPrefix("Accept-Encoding") } == ["Accept-Encoding: identity"])
  }

  @Test func `the fields of one request do not stay for the next on the same handle`() async throws {
    let server = try ScriptedServer { connection in
      while let request = connection.readRequest() {
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(request.utf8.count)\r\n\r\n\(request)")
      }
    }
    let transport = try CurlTransport()
    let first = await transport.fetch(TransportRequest(url: server.url(), headers: ["X-Secret": "1"]))
    let second = await transport.fetch(TransportRequest(url: server.url()))
    #expect(first.text.contains("X-Secret"))
    #expect(!second.text.contains("X-Secret"))
  }

  @Test(arguments: [
    HTTPFields.Field(name: "X", value: "a\r\nY: b"), .init(name: "X", value: "a\nb"), .init(name: "X", value: "a\rb"),
    .init(name: "X", value: "a\0b"), .init(name: "X\r\nY", value: "a"), .init(name: "X: Y", value: "a"),
    .init(name: "X ", value: "a"), .init(name: "", value: "a"), .init(name: ":path", value: "/"),
  ])
  func `a field that could become another is refused before anything is sent`(_ field: HTTPFields.Field) async throws {
    let port = try ScriptedServer.closedPort()
    let request = TransportRequest(url: "http://127.0.0.1:\(port)/", headers: HTTPFields([field]))
    let record = try await CurlTransport().fetch(request)
    #expect(record.error?.failure == .badRequest)
    #expect(record.results.count == 1)
  }

  @Test(arguments: ["Content-Length", "content-length", "Transfer-Encoding", "TRANSFER-ENCODING"])
  func `a field that frames the message is not the caller's to send`(name: String) async throws {
    let port = try ScriptedServer.closedPort()
    let field = HTTPFields.Field(name: name, value: "5")
    let request = TransportRequest(url: "http://127.0.0.1:\(port)/", headers: HTTPFields([field]))
    let record = try await CurlTransport().fetch(request)
    #expect(record.error?.failure == .badRequest && record.error?.message.contains(name) == true)
  }

  @Test(arguments: [
    "", "http://", "ftp://127.0.0.1/", "file:///etc/passwd", "http://a b/", "http://127.0.0.1/\0", "::",
  ])
  func `a URL that cannot be used is refused`(_ url: String) async throws {
    let record = try await CurlTransport().fetch(TransportRequest(url: url))
    #expect(record.error?.failure == .badRequest)
  }

  @Test func `a refused request does not disturb the next`() async throws {
    let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
    let transport = try CurlTransport()
    _ = await transport.fetch(TransportRequest(url: server.url(), headers: ["X": "\n"]))
    let next = await transport.fetch(TransportRequest(url: server.url()))
    #expect(next.text == "x")
  }
}
