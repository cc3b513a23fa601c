import Testing

@testable import HeronEngine

private let now: Int64 = 784_111_777

private func wait(_ value: String, date: Int64? = nil) -> Duration? {
  RetryAfter(value, date: date, now: now)?.duration
}

@Suite struct `Retry-After` {
  @Test func `whole seconds are a wait`() {
    #expect(wait("0") == .zero)
    #expect(wait("120") == .seconds(120))
    #expect(wait("\t42 ") == .seconds(42))
    #expect(wait("000007") == .seconds(7))
  }

  @Test(arguments: [
    "", " ", "-1", "+1", "1.0", "1,2", "1 2", "0x10", "1e3", "²", "soon", "１２", "99999999999999999999x",
  ])
  func `garbage is ignored`(value: String) {
    #expect(wait(value) == nil)
  }

  @Test func `a number too large to hold saturates`() {
    #expect(RetryAfter("9223372036854775807", date: nil, now: now)?.nanoseconds == .max)
    #expect(RetryAfter(String(repeating: "9", count: 500), date: nil, now: now)?.nanoseconds == .max)
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:47 GMT", "Sunday, 06-Nov-94 08:49:47 GMT", "Sun Nov  6 08:49:47 1994",
  ])
  func `a date in any of three forms is a wait`(value: String) {
    #expect(wait(value) == .seconds(10))
  }

  @Test func `a date counts from the response's own date`() {
    let head = ResponseHead(
      status: 503,
      headers: ["Date": "Sat, 01 Jan 2000 00:00:00 GMT", "Retry-After": "Sat, 01 Jan 2000 00:00:30 GMT"])
    #expect(RetryAfter(head, now: now)?.duration == .seconds(30))
  }

  @Test func `a date counts from our clock where the response has no date, or a wrong one`() {
    var head = ResponseHead(status: 503, headers: ["Retry-After": "Sun, 06 Nov 1994 08:50:37 GMT"])
    #expect(RetryAfter(head, now: now)?.duration == .seconds(60))
    head.headers.set("Date", to: "yesterday")
    #expect(RetryAfter(head, now: now)?.duration == .seconds(60))
  }

  @Test func `the past is no wait`() {
    #expect(wait("Fri, 31 Dec 1999 23:59:59 GMT", date: 946_684_800) == .zero)
    #expect(wait("Fri, 01 Jan 1971 00:00:00 GMT") == .zero)
  }

  @Test func `a response without the field asks for nothing`() {
    #expect(RetryAfter(ResponseHead(status: 503), now: now) == nil)
  }

  @Test(.enabled(if: corpus != nil, "HERON_CORPUS is not set"))
  func `another library's cases come out as there, or are ignored where its dates are looser`() throws {
    let cases = try corpusJSON("http-fields/retry-after/urllib3.json", as: Cases.self)
    // Its last value is cut by a limit of its caller, which is not the parser's affair.
    for example in cases.parse where example.note == nil {
      #expect(wait(example.value) == example.seconds.map { .seconds($0) }, "\(example.value)")
    }
    let clock: Int64 = 1_559_559_600
    for example in cases.sleep_on_503 {
      let isLoose = example.value.hasSuffix("UTC")
      let expected: Duration? = isLoose ? nil : example.seconds.map { .seconds($0) }
      #expect(RetryAfter(example.value, date: nil, now: clock)?.duration == expected, "\(example.value)")
    }
  }
}

private struct Cases: Decodable {
  struct Example: Decodable {
    var value: String
    var seconds: Int64?
    var note: String?
  }

  var parse: [Example]
  var sleep_on_503: [Example]
}
