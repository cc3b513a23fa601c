import Dispatch
import HeronCurl
import HeronEngine
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FailureTests {
  /// How a transfer ends whose server runs `script` once the request has come.
  private func fetch(
    maxHeaderBytes: Int = 64 << 10, _ script: @escaping @Sendable (ScriptedConnection) -> Void
  ) async throws -> TransferRecorder.Record {
    let server = try ScriptedServer { connection in
      _ = connection.readRequest()
      script(connection)
    }
    let record = try await CurlTransport().fetch(TransportRequest(url: server.url(), maxHeaderBytes: maxHeaderBytes))
    #expect(record.results.count == 1)
    return record
  }

  @Test func `a closed port is a refused connection`() async throws {
    let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
    let transport = try CurlTransport()
    // On a used handle, whose last figures must not show through.
    _ = await transport.fetch(TransportRequest(url: server.url()))
    let port = try ScriptedServer.closedPort()
    let record = await transport.fetch(TransportRequest(url: "http://127.0.0.1:\(port)/"))
    let error = try #require(record.error)
    #expect(error.failure == .connectionRefused)
    #expect(error.code == 7 && error.phase == .connecting)
    #expect(!error.message.isEmpty)
    #expect(error.isConnectFailure)
    #expect(error.bytesReceived == 0)
    #expect(error.metrics.firstByte == .zero)
    #expect(!error.metrics.reusedConnection)
    #expect(record.heads.isEmpty)
  }

  @Test func `a reset in the middle of the body is a failed receive`() async throws {
    let hasArrived = DispatchSemaphore(value: 0)
    let server = try ScriptedServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n12345")
      // A reset may overtake what was sent before it.
      hasArrived.wait()
      connection.reset()
    }
    let transport = try CurlTransport()
    let recorder = TransferRecorder()
    _ = transport.start(TransportRequest(url: server.url()), observer: recorder)
    await recorder.wait { $0.body.count == 5 }
    hasArrived.signal()
    let error = await recorder.finished().error
    #expect(error?.failure == .receiveFailed)
    #expect(error?.code == 56)
    #expect(error?.bytesReceived == 5)
  }

  @Test func `a body shorter than announced is partial`() async throws {
    let record = try await fetch { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n12345") }
    #expect(record.error?.failure == .partialBody)
    #expect(record.error?.code == 18)
    #expect(record.error?.bytesReceived == 5 && record.error?.phase == .receivingBody)
    #expect(record.text == "12345")
  }

  @Test func `an end without a byte is an empty reply`() async throws {
    let record = try await fetch { _ in }
    #expect(record.error?.failure == .emptyReply)
    #expect(record.error?.code == 52)
  }

  @Test(arguments: ["HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 103 Early Hints\r\nLi"])
  func `an end in the middle of the head is a failed receive`(_ bytes: String) async throws {
    let record = try await fetch { $0.send(bytes) }
    #expect(record.error?.failure == .receiveFailed)
    #expect(record.heads.isEmpty)
  }

  @Test func `bad chunks break the protocol`() async throws {
    let record = try await fetch {
      $0.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\nzz not a size\r\n")
      $0.waitForEnd()
    }
    #expect(record.error?.failure == .protocolError)
    #expect(record.text == "ok")
  }

  @Test func `a bad gzip body is a bad content encoding`() async throws {
    let record = try await fetch {
      $0.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 12\r\n\r\nnot gzip !!!")
    }
    #expect(record.error?.failure == .badContentEncoding)
  }

  @Test func `bytes behind the end of a gzip body are a bad content encoding`() async throws {
    let coded = StoredGzip.encode([1, 2, 3]) + [9, 9, 9]
    let record = try await fetch {
      $0.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(coded.count)\r\n\r\n")
      $0.send(coded)
    }
    #expect(record.error?.failure == .badContentEncoding)
    #expect(record.body == [1, 2, 3])
  }

  @Test(arguments: [
    "SSH-2.0-OpenSSH\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 20\r\n\r\n",
    "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "HTTP/1.1 200 OK\r\n: no name\r\n\r\n",
    "HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n", "HTTP/1.1 200 OK\r\n folded from nothing\r\n\r\n",
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
  ])
  func `what is not HTTP is a bad response`(_ bytes: String) async throws {
    let record = try await fetch { $0.send(bytes) }
    #expect(record.error?.failure == .badResponse)
    #expect(record.heads.isEmpty)
  }

  @Test func `a flood of fields ends at the limit`() async throws {
    let record = try await fetch(maxHeaderBytes: 4096) { connection in
      connection.send("HTTP/1.1 200 OK\r\n")
      for index in 0..<10_000 { connection.send("X-\(index): flood\r\n") }
    }
    #expect(record.error?.failure == .headersTooLarge)
    #expect(record.error?.message.contains("4096") == true)
    #expect(record.heads.isEmpty)
  }

  @Test func `a flood of interim responses ends at the limit`() async throws {
    let record = try await fetch(maxHeaderBytes: 4096) { connection in
      for _ in 0..<10_000 { connection.send("HTTP/1.1 103 Early Hints\r\n\r\n") }
    }
    #expect(record.error?.failure == .headersTooLarge)
  }

  @Test(arguments: [70 << 10, 1 << 20])
  func `one endless field ends at the limit`(_ count: Int) async throws {
    let record = try await fetch { connection in
      connection.send("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: count) + "\r\n\r\n")
    }
    #expect(record.error?.failure == .headersTooLarge)
  }

  @Test func `no connection in time is a connect timeout`() async throws {
    // TCP is there at once, TLS never.
    let server = try ScriptedServer { $0.waitForEnd() }
    let url = "https://127.0.0.1:\(server.port)/"
    let record = try await CurlTransport().fetch(TransportRequest(url: url, connectTimeout: .milliseconds(50)))
    #expect(record.error?.failure == .connectTimeout)
    #expect(record.error?.code == 28)
  }

  @Test func `a server that does not speak TLS fails the handshake`() async throws {
    let server = try ScriptedServer { connection in
      connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
      connection.waitForEnd()
    }
    let record = try await CurlTransport().fetch(TransportRequest(url: "https://127.0.0.1:\(server.port)/"))
    #expect(record.error?.failure == .tlsHandshake)
    #expect(record.error?.code == 35)
  }

  @Test func `a name that cannot be resolved is an error of name resolution`() async throws {
    // A label over 63 bytes (RFC 1035 §2.3.4) is refused by the resolver itself, with or without a network.
    let name = String(repeating: "n", count: 64)
    let record = try await CurlTransport().fetch(TransportRequest(url: "http://\(name)/"))
    #expect(record.error?.failure == .nameResolution)
    #expect(record.error?.code == 6)
  }
}
