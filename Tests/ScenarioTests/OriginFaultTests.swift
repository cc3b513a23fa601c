import HeronEngine
import HeronScenarios
import Testing

@Suite struct OriginFaultTests {
  private let good = OriginReply.found(Array("0123456789".utf8), etag: "v1")

  @Test func `a reset in the middle of the body arrives as a reset after the bytes before it`() async throws {
    try await serve(["/a": [good.with(.reset(afterBytes: 4)), good]]) { origin in
      let client = try RawClient(port: origin.port)
      try client.get("/a")
      #expect(try client.readHead().contains("Content-Length: 10"))
      #expect(client.readToEnd() == ("0123", .reset))
      let second = try RawClient(port: origin.port)
      try second.get("/a")
      _ = try second.readHead()
      #expect(try second.read(10) == "0123456789")
    }
  }

  @Test func `a reset before the head arrives without a byte`() async throws {
    try await serve(["/a": [good.with(.resetBeforeHead)]]) { origin in
      let client = try RawClient(port: origin.port)
      try client.get("/a")
      #expect(client.readToEnd() == ("", .reset))
    }
  }

  @Test func `a close without a reply is clean`() async throws {
    try await serve(["/a": [good.with(.closeWithoutReply)]]) { origin in
      let client = try RawClient(port: origin.port)
      try client.get("/a")
      #expect(client.readToEnd() == ("", .closed))
    }
  }

  @Test func `a truncated body closes cleanly before its announced length`() async throws {
    try await serve(["/a": [good.with(.truncate(afterBytes: 3))]]) { origin in
      let client = try RawClient(port: origin.port)
      try client.get("/a")
      #expect(try client.readHead().contains("Content-Length: 10"))
      #expect(client.readToEnd() == ("012", .closed))
    }
  }

  @Test func `a stall sends its bytes and then nothing, with the request still under way`() async throws {
    try await serve(["/a": [good.with(.stall(afterBytes: 2))]]) { origin in
      let client = try RawClient(port: origin.port)
      try client.get("/a")
      _ = try client.readHead()
      #expect(try client.read(2) == "01")
      #expect(client.isQuiet)
      #expect(origin.active == 1)
    }
  }

  @Test func `a stall for a time goes on afterwards`() async throws {
    try await serve(["/a": [good.with(.stall(afterBytes: 2, lasting: .milliseconds(1)))]]) { origin in
      let client = try RawClient(port: origin.port)
      try client.get("/a")
      _ = try client.readHead()
      #expect(try client.read(10) == "0123456789")
    }
  }

  @Test func `a trickle brings the whole body`() async throws {
    try await serve(["/a": [good.with(.trickle(bytesPerSecond: 1000))]]) { origin in
      let client = try RawClient(port: origin.port)
      try client.get("/a", "Connection: close")
      _ = try client.readHead()
      #expect(client.readToEnd() == ("0123456789", .closed))
    }
  }

  @Test func `a body without a length ends with the connection`() async throws {
    var reply = good
    reply.length = .absent
    try await serve(["/a": .always(reply)]) { origin in
      let client = try RawClient(port: origin.port)
      try client.get("/a")
      #expect(try client.readHead().allSatisfy { !$0.hasPrefix("Content-Length") })
      #expect(client.readToEnd() == ("0123456789", .closed))
    }
  }

  @Test func `a false length is sent as claimed`() async throws {
    var reply = good
    reply.length = .claimed(99)
    try await serve(["/a": .always(reply)]) { origin in
      let client = try RawClient(port: origin.port)
      try client.get("/a")
      #expect(try client.readHead().contains("Content-Length: 99"))
      #expect(client.readToEnd() == ("0123456789", .closed))
    }
  }

  @Test func `a body of megabytes arrives whole`() async throws {
    let large = [UInt8](repeating: 0x78, count: 3 << 20)
    try await serve(["/a": [.found(large)]]) { origin in
      let client = try RawClient(port: origin.port)
      try client.get("/a", "Connection: close")
      _ = try client.readHead()
      let (text, ending) = client.readToEnd()
      #expect(text.utf8.count == large.count)
      #expect(ending == .closed)
    }
  }
}
