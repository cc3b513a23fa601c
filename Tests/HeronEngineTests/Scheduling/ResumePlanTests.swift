import Testing

@testable import HeronEngine

private func head(_ status: Int = 200, _ headers: HTTPFields = ["ETag": "\"v1\"", "Content-Length": "1000"])
  -> ResponseHead
{
  ResponseHead(status: status, headers: headers)
}

private func part(_ range: String, tag: String? = "\"v1\"", status: Int = 206) -> ResponseHead {
  var headers: HTTPFields = ["Content-Range": range]
  headers.set("ETag", to: tag)
  return ResponseHead(status: status, headers: headers)
}

@Suite struct `Resuming a body` {
  @Test func `asks for the rest of the same file`() throws {
    let plan = try #require(ResumePlan(head(), received: 400))
    #expect(plan.offset == 400 && plan.total == 1000 && plan.entityTag == "\"v1\"")
    #expect(plan.headers["Range"] == "bytes=400-")
    #expect(plan.headers["If-Range"] == "\"v1\"")
    #expect(plan.headers.lines.count == 2)
  }

  @Test func `needs no known length`() throws {
    #expect(try #require(ResumePlan(head(200, ["ETag": "\"v1\""]), received: 1)).total == nil)
  }

  @Test func `goes on from a part that was itself resumed`() throws {
    let plan = try #require(ResumePlan(part("bytes 400-999/1000"), received: 700))
    #expect(plan.offset == 700 && plan.total == 1000)
  }

  @Test(arguments: ["W/\"v1\"", "v1", "\"", "", "\"v1", "\"a\"b\"", "\"v 1\"", "\"v1\", \"v2\"", "w/\"v1\""])
  func `needs a strong entity tag`(tag: String) {
    #expect(ResumePlan(head(200, ["ETag": tag]), received: 400) == nil)
  }

  @Test func `is not safe after a contradiction, an encoding, or a refusal`() {
    #expect(ResumePlan(head(200, [:]), received: 400) == nil)
    #expect(ResumePlan(head(200, ["ETag": "\"v1\"", "ETag": "\"v2\""]), received: 400) == nil)
    #expect(ResumePlan(head(200, ["ETag": "\"v1\"", "Content-Encoding": "gzip"]), received: 400) == nil)
    #expect(ResumePlan(head(200, ["ETag": "\"v1\"", "Accept-Ranges": "None"]), received: 400) == nil)
    #expect(ResumePlan(head(200, ["ETag": "\"v1\"", "Content-Length": "-5"]), received: 400) == nil)
    let two: HTTPFields = ["ETag": "\"v1\"", "Content-Length": "1000", "Content-Length": "1001"]
    #expect(ResumePlan(head(200, two), received: 400) == nil)
    #expect(ResumePlan(part("bytes 400-999"), received: 700) == nil)
  }

  @Test(arguments: [203, 204, 304, 404, 416, 500])
  func `is for a 200 or a 206 only`(status: Int) {
    #expect(ResumePlan(head(status), received: 400) == nil)
  }

  @Test func `has nothing to go on with without a byte, or with all of them`() {
    #expect(ResumePlan(head(), received: 0) == nil)
    #expect(ResumePlan(head(), received: -1) == nil)
    #expect(ResumePlan(head(), received: 1000) == nil)
    #expect(ResumePlan(head(), received: 999) != nil)
  }

  @Test func `takes exactly the rest`() throws {
    let plan = try #require(ResumePlan(head(), received: 400))
    #expect(plan.matches(part("bytes 400-999/1000")))
    #expect(plan.matches(part("Bytes 400-999/1000", tag: nil)))
    #expect(plan.matches(part("bytes 400-999/*")))
  }

  @Test(arguments: [
    "bytes 0-999/1000", "bytes 399-999/1000", "bytes 401-999/1000", "bytes 400-999/1001", "bytes 400-1000/1001",
    "bytes 400-998/1000", "bytes 400-998/*", "bytes 400-399/1000", "bytes 400-1000/1000", "bytes */1000",
    "bytes 400-/1000", "bytes -400/1000", "bytes 400-999", "bytes=400-999/1000", "items 400-999/1000", "400-999/1000",
    "bytes +400-999/1000", "bytes 400-999/1000/1", "bytes 400-99999999999999999999/*", "", "bytes",
  ])
  func `refuses any other part`(range: String) throws {
    #expect(!(try #require(ResumePlan(head(), received: 400)).matches(part(range))))
  }

  @Test func `refuses a part of another file, and what is no part`() throws {
    let plan = try #require(ResumePlan(head(), received: 400))
    #expect(!plan.matches(part("bytes 400-999/1000", tag: "\"v2\"")))
    #expect(!plan.matches(part("bytes 400-999/1000", tag: "W/\"v1\"")))
    #expect(!plan.matches(part("bytes 400-999/1000", status: 200)))
    #expect(!plan.matches(head(206)))
    var encoded = part("bytes 400-999/1000")
    encoded.headers.append("Content-Encoding", "gzip")
    #expect(!plan.matches(encoded))
  }

  @Test func `takes the server's word for a length that was not known`() throws {
    let plan = try #require(ResumePlan(head(200, ["ETag": "\"v1\""]), received: 400))
    #expect(plan.matches(part("bytes 400-999/1000")))
    #expect(plan.matches(part("bytes 400-999/*")))
    #expect(!plan.matches(part("bytes 400-998/1000")))
  }
}
