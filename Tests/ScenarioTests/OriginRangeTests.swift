import HeronEngine
import HeronScenarios
import Testing

@Suite struct OriginRangeTests {
  struct Asked: Sendable {
    var range: String
    var status: String
    var contentRange: String?
    var body: String
  }

  private let good = OriginReply.found(Array("0123456789".utf8), etag: "v1")

  @Test(arguments: [
    Asked(range: "bytes=4-", status: "206", contentRange: "bytes 4-9/10", body: "456789"),
    Asked(range: "bytes=4-5", status: "206", contentRange: "bytes 4-5/10", body: "45"),
    Asked(range: "bytes=8-99", status: "206", contentRange: "bytes 8-9/10", body: "89"),
    Asked(range: "bytes=-3", status: "206", contentRange: "bytes 7-9/10", body: "789"),
    Asked(range: "Bytes=0-0", status: "206", contentRange: "bytes 0-0/10", body: "0"),
    Asked(range: "bytes=10-", status: "416", contentRange: "bytes */10", body: ""),
    Asked(range: "bytes=-0", status: "416", contentRange: "bytes */10", body: ""),
    Asked(range: "bytes=5-4", status: "200", contentRange: nil, body: "0123456789"),
    Asked(range: "bytes=1-2,4-5", status: "200", contentRange: nil, body: "0123456789"),
    Asked(range: "bytes=9223372036854775807-", status: "416", contentRange: "bytes */10", body: ""),
    Asked(range: "bytes=1-9223372036854775807", status: "206", contentRange: "bytes 1-9/10", body: "123456789"),
    Asked(range: "bytes=", status: "200", contentRange: nil, body: "0123456789"),
    Asked(range: "lines=1-2", status: "200", contentRange: nil, body: "0123456789"),
  ])
  func `a range is answered as RFC 9110 says`(asked: Asked) async throws {
    try await serve(["/a": .always(good)]) { origin in
      let client = try RawClient(port: origin.port)
      try client.get("/a", "Range: \(asked.range)", "Connection: close")
      let head = try client.readHead()
      #expect(head[0].split(separator: " ")[1] == asked.status)
      #expect(head.first { $0.hasPrefix("Content-Range") } == asked.contentRange.map { "Content-Range: \($0)" })
      #expect(head.contains("Accept-Ranges: bytes"))
      #expect(client.readToEnd() == (asked.body, .closed))
    }
  }

  @Test func `a resumed download gets the rest only while the tag is the same`() async throws {
    try await serve(["/a": .always(good)]) { origin in
      for (tag, status) in [("\"v1\"", "206"), ("\"v2\"", "200"), ("W/\"v1\"", "200")] {
        let client = try RawClient(port: origin.port)
        try client.get("/a", "Range: bytes=6-", "If-Range: \(tag)")
        #expect(try client.readHead()[0].split(separator: " ")[1] == status)
      }
    }
  }

  @Test(arguments: [OriginReply.found([1, 2, 3]), .failed(503)])
  func `what has no strong tag, or is a failure, is served whole`(reply: OriginReply) async throws {
    try await serve(["/a": .always(reply)]) { origin in
      let client = try RawClient(port: origin.port)
      try client.get("/a", "Range: bytes=1-1")
      let head = try client.readHead()
      #expect(head[0].split(separator: " ")[1] == "\(reply.status)")
      #expect(!head.contains("Accept-Ranges: bytes"))
    }
  }

  @Test func `a fault counts the bytes of the part that is sent`() async throws {
    try await serve(["/a": .always(good.with(.reset(afterBytes: 2)))]) { origin in
      let client = try RawClient(port: origin.port)
      try client.get("/a", "Range: bytes=5-")
      #expect(try client.readHead().contains("Content-Length: 5"))
      #expect(client.readToEnd() == ("56", .reset))
    }
  }
}
