import HeronTesting
import Testing

@testable import HeronEngine

private func plan(
  maxBody: Int = 1000, decoders: ImageDecoders? = nil, resume: PartialBody? = nil
) -> Transfer.Plan {
  Transfer.Plan(
    load: LoadID(slot: 0, generation: 1), attempt: 1,
    url: "http://a.test/1", origin: "http://a.test:80",
    maxBodyBytes: maxBody, decoders: decoders, decodingLimits: DecodingLimits(), resume: resume, startedAt: .zero,
    progressInterval: 1)
}

private func head(_ status: Int = 200, _ headers: HTTPFields = HTTPFields()) -> ResponseHead {
  ResponseHead(status: status, headers: headers)
}

private func partial(_ bytes: [UInt8], of total: Int) throws -> PartialBody {
  let plan = ResumePlan(head(200, ["ETag": "\"a\"", "Content-Length": "\(total)"]), received: Int64(bytes.count))
  return PartialBody(url: "http://a.test/1", plan: try #require(plan), bytes: bytes)
}

/// A response body by reference, so that what changes it may stand in an expectation.
private final class Gathering {
  private var state: ResponseBody

  init(raw: Bool = true) { state = ResponseBody(isInspected: raw, progressTold: .zero) }

  var failure: AttemptOutcome? { state.failure }
  var received: Int64 { state.received }
  var expected: Int64? { state.expected }

  func begin(_ head: ResponseHead, _ plan: Transfer.Plan) -> Bool { state.begin(head, plan) }
  func take(_ bytes: [UInt8], _ plan: Transfer.Plan) -> Bool { bytes.withUnsafeBytes { state.take($0, plan) } }
  func end(_ result: Result<TransportMetrics, TransportError>) { state.end(result) }
  func takeWhole() -> [UInt8]? { state.takeWhole()?.1 }
  func takePartial(_ plan: Transfer.Plan) -> PartialBody? { state.takePartial(plan) }
}

@Suite struct `A response as it gathers` {
  private let ended = Result<TransportMetrics, TransportError>.success(TransportMetrics())

  @Test func `a body up to the limit is taken, one byte more is not`() {
    let body = Gathering()
    #expect(body.begin(head(), plan(maxBody: 4)))
    #expect(body.take([1, 2, 3, 4], plan(maxBody: 4)))
    #expect(!body.take([5], plan(maxBody: 4)))
    guard case .limit(let error)? = body.failure else { return #expect(Bool(false), "no limit was hit") }
    #expect(error.kind == .tooLarge && error.origin == "http://a.test:80")
    #expect(error.limit == MediaLoadError.Limit("max-body", limit: 4, value: 5))
    #expect(body.received == 0, "nothing of it is kept")
  }

  @Test func `an announced body over the limit is refused before its first byte`() {
    let body = Gathering()
    #expect(!body.begin(head(200, ["Content-Length": "1001"]), plan()))
    #expect(body.takeWhole() == nil)
  }

  @Test(arguments: ["9223372036854775807", "9223372036854775806"])
  func `an absurd length is refused, also where it adds to what is there`(length: String) throws {
    let body = Gathering()
    #expect(!body.begin(head(200, ["Content-Length": length]), plan()))
    let resumed = Gathering()
    let resuming = plan(resume: try partial([1, 2], of: 4))
    let headers: HTTPFields = ["Content-Range": "bytes 2-3/4", "Content-Length": length]
    #expect(!resumed.begin(head(206, headers), resuming))
  }

  @Test(arguments: ["-5", "x", "", "99999999999999999999"])
  func `a length that is none is ignored`(length: String) {
    let body = Gathering()
    #expect(body.begin(head(200, ["Content-Length": length]), plan()))
    #expect(body.take([1], plan()) && body.expected == nil)
    body.end(ended)
    #expect(body.failure == nil && body.takeWhole() == [1])
  }

  @Test func `a body shorter than announced is partial`() {
    let body = Gathering()
    #expect(body.begin(head(200, ["Content-Length": "4"]), plan()))
    #expect(body.take([1, 2], plan()))
    body.end(ended)
    guard case .transport(let error)? = body.failure else { return #expect(Bool(false), "it passed for whole") }
    #expect(error.failure == .partialBody && error.bytesReceived == 2)
  }

  @Test func `an encoded body may well be of another length than announced`() {
    let body = Gathering()
    #expect(body.begin(head(200, ["Content-Length": "4", "Content-Encoding": "gzip"]), plan()))
    #expect(body.take([1, 2], plan()))
    body.end(ended)
    #expect(body.failure == nil)
  }

  @Test func `a part that fits goes on where the last one broke off`() throws {
    let resuming = plan(resume: try partial([1, 2], of: 4))
    let body = Gathering()
    #expect(body.begin(head(206, ["Content-Range": "bytes 2-3/4", "Content-Length": "2"]), resuming))
    #expect(body.expected == 4)
    #expect(body.take([3, 4], resuming))
    body.end(ended)
    #expect(body.takeWhole() == [1, 2, 3, 4])
  }

  @Test(arguments: ["bytes 1-3/4", "bytes 2-3/5", "bytes 2-2/4", "none"])
  func `a part that does not fit is refused`(range: String) throws {
    let resuming = plan(resume: try partial([1, 2], of: 4))
    let body = Gathering()
    #expect(!body.begin(head(206, ["Content-Range": range]), resuming))
    #expect(body.failure == .rangeMismatch && body.takeWhole() == nil)
  }

  @Test func `the whole in answer to a part begins anew`() throws {
    let resuming = plan(resume: try partial([1, 2], of: 4))
    let body = Gathering()
    #expect(body.begin(head(200, ["Content-Length": "3"]), resuming))
    #expect(body.take([7, 8, 9], resuming))
    body.end(ended)
    #expect(body.takeWhole() == [7, 8, 9])
  }

  @Test(arguments: [204, 205, 206, 302, 304, 404, 503])
  func `what brings no media is read on for the connection's sake, but not for ever`(status: Int) {
    let body = Gathering()
    #expect(body.begin(head(status), plan()))
    #expect(body.take([UInt8](repeating: 0, count: 65_536), plan()))
    #expect(!body.take([0], plan()))
    body.end(.failure(TransportError(.stopped)))
    #expect(body.failure == .response(head(status)), "the reason is the status, not that we stopped")
  }

  @Test func `a success without a head is none`() {
    let body = Gathering()
    body.end(ended)
    guard case .transport(let error)? = body.failure else { return #expect(Bool(false), "it passed") }
    #expect(error.failure == .badResponse)
  }

  @Test(arguments: [(4, true), (0, false), (9, false)] as [(UInt8, Bool)])
  func `a picture is refused by its first bytes`(first: UInt8, isTooLarge: Bool) {
    let picture = plan(decoders: ScriptedDecoder.decoders)
    let body = Gathering(raw: false)
    #expect(body.begin(head(200, ["Content-Length": "500"]), picture))
    #expect(!body.take([first], picture))
    guard case .decoding(let error)? = body.failure else { return #expect(Bool(false), "it passed") }
    if isTooLarge { #expect(error == .overLimit(.pixels, limit: 50_000_000, value: 900_000_000)) }
    if !isTooLarge { #expect(error == .notAnImage) }
  }

  @Test func `raw media is not looked at`() {
    let body = Gathering()
    #expect(body.begin(head(), plan()))
    #expect(body.take([4], plan()))
  }
}
