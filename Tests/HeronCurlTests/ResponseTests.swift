import HeronCurl
import HeronEngine
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ResponseTests {
  @Test func `a 200 brings head and body and ends well`() async throws {
    let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
    let record = try await CurlTransport().fetch(TransportRequest(url: server.url()))
    #expect(record.head?.status == 200)
    #expect(record.head?.version == .http11)
    #expect(record.text == "hello")
    let metrics = try #require(record.metrics)
    #expect(metrics.bytesReceived == 5)
    #expect(metrics.resends == 0)
    #expect(!metrics.reusedConnection)
    #expect(metrics.connect > .zero && metrics.firstByte >= metrics.connect && metrics.total >= metrics.firstByte)
    #expect(metrics.secureConnect == .zero)
    #expect(record.isInOrder && record.results.count == 1)
  }

  @Test func `fields come in the order sent, those of one name apart, without blanks`() async throws {
    let server = try ScriptedServer(
      answering:
        "HTTP/1.1 404 Not Found\r\nSet-Cookie: a=1\r\nX-Empty:\r\nset-cookie:\t b=2 \r\nContent-Length: 0\r\n\r\n")
    let record = try await CurlTransport().fetch(TransportRequest(url: server.url()))
    let head = try #require(record.head)
    #expect(head.status == 404)
    #expect(head.headers == ["Set-Cookie": "a=1", "X-Empty": "", "set-cookie": "b=2", "Content-Length": "0"])
    #expect(record.metrics != nil)
  }

  @Test func `interim responses and trailers are passed over`() async throws {
    let server = try ScriptedServer(
      answering: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "2\r\nok\r\n0\r\nX-Trailer: 1\r\n\r\n")
    let record = try await CurlTransport().fetch(TransportRequest(url: server.url()))
    #expect(record.heads == [ResponseHead(status: 200, headers: ["Transfer-Encoding": "chunked"])])
    #expect(record.text == "ok")
    #expect(record.metrics != nil)
  }

  // RFC 9112 §6.3; curl takes the last of them.
  @Test(arguments: ["5\r\nContent-Length: 3", "5, 3", "999999999999999999999999", "5x", "0x5", ""])
  func `lengths that differ or are none are no response`(lengths: String) async throws {
    let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: \(lengths)\r\n\r\nhello")
    let record = try await CurlTransport().fetch(TransportRequest(url: server.url()))
    #expect(record.error?.failure != nil && record.heads.isEmpty)
  }

  @Test func `the same length twice is a length`() async throws {
    let server = try ScriptedServer(
      answering: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello")
    let record = try await CurlTransport().fetch(TransportRequest(url: server.url()))
    #expect(record.body == Array("hello".utf8))
  }

  @Test func `a folded field is one line`() async throws {
    let server = try ScriptedServer(
      answering: "HTTP/1.1 200 OK\r\nX-Folded: one\r\n  two\r\nContent-Length: 0\r\n\r\n")
    let record = try await CurlTransport().fetch(TransportRequest(url: server.url()))
    #expect(record.head?.headers["X-Folded"] == "one two")
  }

  @Test func `HTTP 1.0 is told apart, and its body ends with the connection`() async throws {
    let server = try ScriptedServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.0 200 OK\r\n\r\nall of it")
    }
    let record = try await CurlTransport().fetch(TransportRequest(url: server.url()))
    #expect(record.head?.version == .http10)
    #expect(record.text == "all of it")
    #expect(record.metrics?.bytesReceived == 9)
  }

  @Test func `a redirect arrives as a head and is not followed`() async throws {
    let server = try ScriptedServer { connection in
      while let request = connection.readRequest() {
        let isFirst = request.hasPrefix("GET /first ")
        connection.send(
          isFirst
            ? "HTTP/1.1 302 Found\r\nLocation: /second\r\nContent-Length: 0\r\n\r\n"
            : "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
    }
    let record = try await CurlTransport().fetch(TransportRequest(url: server.url("/first")))
    #expect(record.heads.map(\.status) == [302])
    #expect(record.head?.headers["Location"] == "/second")
    #expect(record.metrics != nil)
  }

  @Test func `a gzip body is decoded, its size counted as received`() async throws {
    let coded = StoredGzip.encode(Array("plain text".utf8))
    let server = try ScriptedServer { connection in
      let request = connection.readRequest()
      guard request?.contains("Accept-Encoding: ") == true, request?.contains("gzip") == true else { return }
      connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(coded.count)\r\n\r\n")
      connection.send(coded)
    }
    let record = try await CurlTransport().fetch(TransportRequest(url: server.url()))
    #expect(record.text == "plain text")
    #expect(record.metrics?.bytesReceived == Int64(coded.count))
  }

  @Test func `the second request uses the first one's connection`() async throws {
    let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
    let transport = try CurlTransport()
    let first = await transport.fetch(TransportRequest(url: server.url()))
    let second = await transport.fetch(TransportRequest(url: server.url()))
    #expect(first.metrics?.reusedConnection == false)
    let metrics = try #require(second.metrics)
    #expect(metrics.reusedConnection)
    #expect(metrics.nameLookup == .zero && metrics.connect == .zero)
    let third = await transport.fetch(TransportRequest(url: server.url(), needsFreshConnection: true))
    #expect(third.metrics?.reusedConnection == false)
  }

  @Test func `a connection that died while idle costs one re-send, which is counted`() async throws {
    // The request is read, and answered by an end: only then does curl know that the connection was dead.
    let server = try ScriptedServer { connection in
      guard let request = connection.readRequest() else { return }
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
      if request.contains("/first ") { _ = connection.readRequest() }
    }
    let transport = try CurlTransport()
    _ = await transport.fetch(TransportRequest(url: server.url("/first")))
    let second = await transport.fetch(TransportRequest(url: server.url("/second")))
    #expect(second.metrics?.resends == 1)
    #expect(second.text == "x")
  }

  @Test func `a Location keeps the bytes that are no UTF-8`() async throws {
    let server = try ScriptedServer { connection in
      _ = connection.readRequest()
      connection.send(
        Array("HTTP/1.1 302 Found\r\nX: caf".utf8) + [0xE9] + Array("\r\nLocation: /caf".utf8) + [0xE9]
          + Array("\r\nContent-Length: 0\r\n\r\n".utf8))
    }
    let record = try await CurlTransport().fetch(TransportRequest(url: server.url()))
    #expect(record.head?.headers["Location"] == "/caf%E9")
    #expect(record.head?.headers["X"] == "caf\u{FFFD}")
  }
}
