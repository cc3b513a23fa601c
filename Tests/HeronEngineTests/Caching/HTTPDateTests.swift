import Testing

@testable import HeronEngine

private let now: Int64 = 1_790_000_000

@Suite struct `HTTP dates` {
  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
  ])
  func `all three forms give the same moment`(text: String) {
    #expect(HTTPDate(text, now: now)?.secondsSince1970 == 784_111_777)
  }

  @Test(arguments: ["SUN, 06 nov 1994 08:49:37 gmt", "sunday, 06-NOV-94 08:49:37 Gmt", "sUN nOV  6 08:49:37 1994"])
  func `names may be in either case`(text: String) {
    #expect(HTTPDate(text, now: now)?.secondsSince1970 == 784_111_777)
  }

  @Test(arguments: [
    "", "0", "-1", "Sun", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 GMT ",
    " Sun, 06 Nov 1994 08:49:37 GMT",
    "Sun, 6 Nov 1994 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-1994 08:49:37 GMT",
    "Sun, 06  Nov  1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC",
    "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
    "Sun, 06 Nov 1994 08:49:60 GMT", "Mon, 06 Nov 1994 08:49:37 GMT", "Sunday, 06 Nov 1994 08:49:37 GMT",
    "Sun, 06-Nov-94 08:49:37 GMT", "Sun Nov 06 08:49:37 94", "Sun Nov 6 08:49:37 1994", "Wed, 30 Feb 1994 00:00:00 GMT",
    "Sun, 06 Nov 1994 08:49:37 GMT+1", "Sun, 00 Nov 1994 08:49:37 GMT", "Fri, 06 Nov 1801 08:49:37 GMT",
    "Sun, ०६ Nov 1994 08:49:37 GMT",
  ])
  func `nothing looser is a date`(text: String) {
    #expect(HTTPDate(text, now: now) == nil)
  }

  @Test func `a leap second is the second after`() {
    #expect(HTTPDate("Wed, 31 Dec 2008 23:59:60 GMT", now: now)?.secondsSince1970 == 1_230_768_000)
  }

  @Test func `a day of February depends on the year`() {
    #expect(HTTPDate("Tue, 29 Feb 2000 00:00:00 GMT", now: now)?.secondsSince1970 == 951_782_400)
    #expect(HTTPDate("Thu, 29 Feb 1900 00:00:00 GMT", now: now) == nil)
    #expect(HTTPDate("Wed, 29 Feb 2023 00:00:00 GMT", now: now) == nil)
  }

  @Test func `a year of two digits is at most fifty years ahead`() {
    let moment = "Thursday, 18-Aug-50 02:01:18 GMT"
    #expect(HTTPDate(moment, now: now)?.secondsSince1970 == 2_544_400_878)
    let exactly = HTTPDate("Thu, 18 Aug 2050 02:01:18 GMT", now: 0)?.secondsSince1970
    #expect(exactly == 2_544_400_878)
    // Fifty years before that moment it is still ahead; a second earlier it was in 1950, a Friday.
    #expect(HTTPDate(moment, now: 966_564_078)?.secondsSince1970 == 2_544_400_878)
    #expect(HTTPDate(moment, now: 966_564_077) == nil)
    #expect(HTTPDate("Friday, 18-Aug-50 02:01:18 GMT", now: 966_564_077)?.secondsSince1970 == -611_359_122)
    #expect(HTTPDate("Saturday, 01-Jan-05 00:00:00 GMT", now: 915_148_800)?.secondsSince1970 == 1_104_537_600)
  }

  @Test func `days over six hundred years read back as written`() {
    // Thirteen is prime to the lengths of weeks, years and leap cycles: every kind of day is met.
    for day in stride(from: Int64(-25_567), to: 194_000, by: 13) {
      let seconds = day * 86_400 + day.magnitude.someSecondOfTheDay
      #expect(HTTPDate(HTTPDate(secondsSince1970: seconds).text, now: now)?.secondsSince1970 == seconds)
    }
  }

  @Test func `a date beyond the form is its last second`() {
    #expect(HTTPDate(secondsSince1970: .max).text == "Fri, 31 Dec 9999 23:59:59 GMT")
    #expect(HTTPDate(secondsSince1970: 784_111_777).text == "Sun, 06 Nov 1994 08:49:37 GMT")
  }

  @Test(.enabled(if: corpus != nil, "HERON_CORPUS is not set"))
  func `the strict parsers' cases come out exactly`() throws {
    for example in try corpusJSON("http-fields/dates/httpdate-strict.json", as: [Example].self) {
      #expect(HTTPDate(example.input, now: now)?.secondsSince1970 == example.unix, "\(example.input)")
    }
  }

  @Test(.enabled(if: corpus != nil, "HERON_CORPUS is not set"))
  func `no case of a lenient parser comes out as another number`() throws {
    for example in try corpusJSON("http-fields/dates/curl-getdate.json", as: [Example].self) {
      guard let moment = HTTPDate(example.input, now: now)?.secondsSince1970 else { continue }
      // That parser takes its zones in capitals only.
      if example.unix == nil, example.input.hasSuffix("gmt") { continue }
      #expect(moment == example.unix, "\(example.input)")
    }
  }

  @Test(.enabled(if: corpus != nil, "HERON_CORPUS is not set"))
  func `a date of a cookie is the same moment, or too loose for a header`() throws {
    let examples = try corpusJSON("http-fields/dates/http-state-examples.json", as: [CookieExample].self)
    for example in examples {
      guard let moment = HTTPDate(example.test, now: now) else { continue }
      #expect(example.expected.map { HTTPDate($0, now: now) } == moment, "\(example.test)")
    }
    // What is told is in the form of a header itself.
    let told = examples.compactMap(\.expected)
    #expect(!told.isEmpty)
    #expect(told.allSatisfy { HTTPDate($0, now: now)?.text == $0 })
  }

  @Test(.enabled(if: corpus != nil, "HERON_CORPUS is not set"))
  func `a linter's date fields come out as there`() throws {
    let fields: Set = ["Date", "Expires", "Last-Modified"]
    let examples = try corpusJSON("http-fields/httplint-fields.json", as: [FieldExample].self)
      .filter { fields.contains($0.field) }
    #expect(!examples.isEmpty)
    for example in examples {
      let value = try #require(example.lines.first)
      #expect(HTTPDate(value, now: now)?.secondsSince1970 == example.parsed, "\(example.test)")
    }
  }
}

private struct Example: Decodable {
  var input: String
  var unix: Int64?
}

private struct FieldExample: Decodable {
  var test: String
  var field: String
  var lines: [String]
  var parsed: Int64?

  private enum CodingKeys: CodingKey { case test, field, lines, parsed }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    test = try container.decode(String.self, forKey: .test)
    field = try container.decode(String.self, forKey: .field)
    lines = try container.decode([String].self, forKey: .lines)
    // Of other fields it is a list or a text.
    parsed = try? container.decodeIfPresent(Int64.self, forKey: .parsed)
  }
}

private struct CookieExample: Decodable {
  var test: String
  var expected: String?
}

extension UInt64 {
  fileprivate var someSecondOfTheDay: Int64 { Int64(self * 7919 % 86_400) }
}
