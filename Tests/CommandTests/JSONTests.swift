import FoundationEssentials
import Heron
import Testing

@testable import heron

@Suite struct JSONTests {
  @Test func `every character survives the way through JSON`() throws {
    var text = "a\"b\\c/d\u{7F}\u{85}\u{2028}\u{2029}\u{FFFD}é✓🐦"
    for value in UInt8(0)..<0x20 { text.unicodeScalars.append(UnicodeScalar(value)) }
    let quoted = JSONObject.quoted(text)
    #expect(try JSONDecoder().decode([String].self, from: Data("[\(quoted)]".utf8)) == [text])
    #expect(quoted.split(whereSeparator: \.isNewline).count == 1)
  }

  @Test func `a picture's line has its fields in order`() {
    var trace = LoadTrace()
    trace.attempts = 2
    trace.waited = .microseconds(1250)
    let image = Image(width: 2, height: 1, format: .png, pixels: Array(repeating: 255, count: 8))
    let head = ResponseHead(status: 200, headers: ["Content-Type": "image/png", "X": "a\"b"])
    let media = LoadedMedia(
      image: image, body: [1, 2, 3], response: head, url: "http://a/b", source: .network, trace: trace)
    var result = LoadResult(7, url: "http://a/b", media: media)
    result.elapsed = .milliseconds(1500)
    result.headers = head.headers
    #expect(
      result.json == #"""
        {"index":7,"url":"http://a/b","outcome":"loaded","source":"network","status":200,"format":"png","width":2,\#
        "height":1,"bytes":3,"attempts":2,"waited_ms":1.3,"elapsed_ms":1500.0,\#
        "headers":[["Content-Type","image/png"],["X","a\"b"]]}
        """#)
  }

  @Test func `a failure's line has its kind, its sentence and the limit`() {
    var error = MediaLoadError(.tooLarge, "too much")
    error.status = 200
    error.attempts = 1
    error.limit = MediaLoadError.Limit("max-body", limit: 10, value: 11)
    #expect(
      LoadResult(1, url: "u", error: error).json == #"""
        {"index":1,"url":"u","outcome":"failed","status":200,"attempts":1,"waited_ms":0.0,"elapsed_ms":0.0,\#
        "error":"too-large","message":"too much","limit_name":"max-body","limit":10,"value":11}
        """#)
  }

  @Test func `what was cancelled says so and no more`() {
    #expect(
      LoadResult(cancelled: 3, url: "u").json
        == #"{"index":3,"url":"u","outcome":"cancelled","attempts":0,"waited_ms":0.0,"elapsed_ms":0.0}"#)
  }
}
