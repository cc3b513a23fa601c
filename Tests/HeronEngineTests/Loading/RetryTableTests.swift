import HeronEngine
import HeronTesting
import Testing

private let url = "http://a.test/1"

/// One row of the retry table: what the origin always does, how many requests that is worth, and how it ends.
private struct Row: Sendable, CustomTestStringConvertible {
  let name: String
  let reply: ScriptedReply
  let requests: Int
  let kind: MediaLoadError.Kind

  var testDescription: String { name }

  init(_ status: Int, _ requests: Int, _ kind: MediaLoadError.Kind = .httpStatus) {
    name = "\(status)"
    reply = .status(status)
    self.requests = requests
    self.kind = kind
  }

  init(_ failure: TransportError.Failure, _ requests: Int, _ kind: MediaLoadError.Kind) {
    name = failure.rawValue
    reply = .failure(failure)
    self.requests = requests
    self.kind = kind
  }

  init(body first: UInt8, _ requests: Int, _ kind: MediaLoadError.Kind) {
    name = "body \(first)"
    reply = .ok([first])
    self.requests = requests
    self.kind = kind
  }

  /// With four attempts allowed.
  static let all: [Row] =
    [408, 425, 429, 502, 503, 504, 509, 520, 521, 522, 523, 524, 529].map { Row($0, 4) }
    + [500, 599, 530].map { Row($0, 2) }
    + [400, 401, 403, 404, 405, 407, 410, 414, 416, 418, 451, 501, 505, 506, 507, 508, 510, 511, 204, 205]
    .map { Row($0, 1) }
    + [421].map { Row($0, 2) }
    + [301, 302, 303, 307, 308].map { Row($0, 1, .redirect) }
    + [206, 304].map { Row($0, 1, .protocol) }
    + [
      Row(.timeout, 4, .timeout), Row(.connectTimeout, 4, .timeout), Row(.emptyReply, 4, .reset),
      Row(.sendFailed, 4, .reset), Row(.receiveFailed, 4, .reset), Row(.protocolError, 4, .protocol),
      Row(.nameResolution, 4, .dns), Row(.connectionRefused, 4, .connect), Row(.partialBody, 4, .truncated),
      // One more for nothing, and then like any other failure.
      Row(.streamRefused, 5, .reset), Row(.noConnection, 5, .connect),
      Row(.tlsHandshake, 2, .tls), Row(.badContentEncoding, 2, .protocol),
      Row(.certificate, 1, .certificate), Row(.addressRefused, 1, .addressRefused), Row(.badRequest, 1, .badURL),
      Row(.badResponse, 1, .protocol), Row(.headersTooLarge, 1, .tooLarge), Row(.rangeRefused, 1, .protocol),
      Row(.transportFailed, 1, .internal),
      Row(body: 3, 4, .truncated), Row(body: 2, 1, .corrupt), Row(body: 0, 1, .notAnImage),
      Row(body: 4, 1, .tooManyPixels),
    ]
}

@Suite struct `The retry table, end to end` {
  @Test(arguments: Row.all)
  fileprivate func `each signal is worth so many requests and ends in its own error`(row: Row) throws {
    let bench = try TestBench { $0.retry.maxAttempts = 4 }
    bench.transport.set(url, row.reply)
    let caller = bench.load(url)
    bench.world.run()
    #expect(bench.transport.requestCount(url) == row.requests)
    let error = try #require(caller.listener.error)
    #expect(error.kind == row.kind)
    #expect(error.origin == "http://a.test:80")
    #expect(error.attempts == min(row.requests, 4))
    #expect(caller.listener.ends == 1)
    bench.invariants.checkRest()
  }

  @Test(arguments: Row.all)
  fileprivate func `each that is tried again succeeds when the origin does`(row: Row) throws {
    guard row.requests > 1 else { return }
    let bench = try TestBench()
    bench.transport.set(url, row.reply, .ok())
    let caller = bench.load(url)
    bench.world.run()
    #expect(caller.listener.media?.trace.attempts == 2)
    #expect(bench.transport.requestCount(url) == 2)
  }

  @Test(arguments: [TransportError.Failure.streamRefused, .noConnection])
  func `a refused stream goes again at once, for no attempt and no token`(failure: TransportError.Failure) throws {
    let bench = try TestBench { $0.retry.maxAttempts = 1 }
    bench.transport.set(url, .failure(failure), .ok())
    let caller = bench.load(url)
    bench.world.run()
    #expect(caller.listener.media != nil)
    #expect(caller.waits == [0] && caller.starts[1] == caller.failures[0])
    #expect(bench.statistics().origins.first?.retryTokens == 20)
  }

  @Test func `a misdirected request goes again once, on a connection of its own`() throws {
    let bench = try TestBench()
    bench.transport.set(url, .status(421), .ok())
    let caller = bench.load(url)
    bench.world.run()
    #expect(caller.listener.media != nil)
    #expect(bench.transport.requests.map(\.needsFreshConnection) == [false, true])
  }

  @Test func `prefetches have three attempts, visible loads eight`() throws {
    for (priority, attempts) in [(RequestPriority.prefetch, 3), (.background, 3), (.visible, 8), (.urgent, 8)] {
      let bench = try TestBench()
      bench.transport.set(url, .status(503))
      let caller = bench.load(url, priority)
      bench.world.run()
      #expect(bench.transport.requestCount(url) == attempts, "\(priority)")
      #expect(caller.listener.error?.attempts == attempts)
    }
  }

  @Test func `a request's own limit of attempts goes before, up to the hard maximum`() throws {
    for (asked, attempts) in [(1, 1), (2, 2), (1000, 20), (-3, 1)] {
      let bench = try TestBench { $0.timeLimits.deadline = .zero }
      bench.transport.set(url, .status(503))
      let caller = bench.load(url) { $0.maxAttempts = asked }
      bench.world.run()
      #expect(bench.transport.requestCount(url) == attempts, "\(asked)")
      #expect(caller.listener.ends == 1)
    }
  }

  @Test func `zero attempts means as long as somebody listens`() throws {
    let bench = try TestBench { $0 = Configuration(.kiosk) }
    bench.transport.set(url, .status(503))
    let caller = bench.load(url)
    bench.world.run(until: .seconds(3600))
    #expect(bench.transport.requestCount(url) > 50 && caller.listener.ends == 0)
    caller.handle.cancel()
    bench.world.run()
    bench.invariants.checkRest()
  }

  @Test func `a truncated picture is fetched again past the cache`() throws {
    let bench = try TestBench()
    bench.transport.set(url, .ok([3]), .ok([1, 7]))
    let caller = bench.load(url)
    bench.world.run()
    #expect(caller.listener.media?.image != nil && caller.failures.count == 1)
    #expect(bench.loader.cachedMedia(for: MediaRequest(url))?.image != nil)
  }

  @Test func `what failed is never kept as media`() throws {
    for first in [0, 2, 4] as [UInt8] {
      let bench = try TestBench()
      bench.transport.set(url, .ok([first]))
      let caller = bench.load(url)
      bench.world.run()
      #expect(caller.listener.ends == 1)
      #expect(bench.loader.cachedMedia(for: MediaRequest(url)) == nil)
    }
  }
}
