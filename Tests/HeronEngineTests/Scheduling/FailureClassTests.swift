import Testing

@testable import HeronEngine

private func judge(_ outcome: AttemptOutcome, isResumed: Bool = false, asksToWait: Bool = false) -> FailureClass {
  FailureClass(outcome, isResumed: isResumed, asksToWait: asksToWait)
}

private func status(_ status: Int) -> AttemptOutcome { .response(ResponseHead(status: status)) }

private func transport(_ failure: TransportError.Failure) -> AttemptOutcome { .transport(TransportError(failure)) }

@Suite struct `The retry table` {
  @Test(
    arguments: [
      .timeout, .connectTimeout, .emptyReply, .sendFailed, .receiveFailed, .protocolError, .partialBody,
      .nameResolution, .connectionRefused,
    ] as [TransportError.Failure])
  func `what breaks on the way is tried again`(failure: TransportError.Failure) {
    #expect(judge(transport(failure)) == .retry(throttled: false))
    #expect(judge(transport(failure), isResumed: true) == .retry(throttled: false))
  }

  @Test(arguments: [.streamRefused, .noConnection] as [TransportError.Failure])
  func `what the server did nothing with is tried again at once`(failure: TransportError.Failure) {
    #expect(judge(transport(failure)) == .atOnce)
  }

  @Test(arguments: [.tlsHandshake, .badContentEncoding] as [TransportError.Failure])
  func `a failed handshake and a bad encoding get one more attempt`(failure: TransportError.Failure) {
    #expect(judge(transport(failure)) == .retryOnce)
  }

  @Test func `a refused range starts over where one was asked for, and is fatal where none was`() {
    #expect(judge(transport(.rangeRefused), isResumed: true) == .startOver)
    #expect(judge(transport(.rangeRefused)) == .fatal)
    #expect(judge(status(416), isResumed: true) == .startOver)
    #expect(judge(status(416)) == .fatal)
    #expect(judge(.rangeMismatch, isResumed: true) == .startOver)
    #expect(judge(.rangeMismatch) == .fatal)
  }

  @Test(
    arguments: [
      .addressRefused, .certificate, .badRequest, .badResponse, .headersTooLarge, .stopped, .transportFailed,
    ] as [TransportError.Failure])
  func `what would come again in the same way is fatal`(failure: TransportError.Failure) {
    #expect(judge(transport(failure)) == .fatal)
  }

  @Test(arguments: [408, 425, 502, 503, 504, 520, 521, 522, 523, 524])
  func `a server in trouble is asked again`(code: Int) {
    #expect(judge(status(code)) == .retry(throttled: false))
  }

  @Test(arguments: [429, 509, 529])
  func `an overloaded server is asked again, throttled`(code: Int) {
    #expect(judge(status(code)) == .retry(throttled: true))
  }

  @Test func `a 503 that asks to wait is throttling, a 502 is not`() {
    #expect(judge(status(503), asksToWait: true) == .retry(throttled: true))
    #expect(judge(status(502), asksToWait: true) == .retry(throttled: false))
  }

  @Test(arguments: [500, 599, 512, 525, 530, 598])
  func `a failure that hardly ever mends gets one more attempt`(code: Int) {
    #expect(judge(status(code)) == .retryOnce)
  }

  @Test func `a misdirected request goes to a fresh connection`() {
    #expect(judge(status(421)) == .freshConnection)
  }

  @Test(arguments: [
    400, 401, 402, 403, 404, 405, 406, 407, 409, 410, 411, 412, 413, 414, 415, 417, 418, 422, 423, 424, 426, 428, 431,
    451, 499, 501, 505, 506, 507, 508, 510, 511, 204, 205, 206, 300, 301, 302, 303, 304, 307, 308, 399, 600, 999, 0, -1,
  ])
  func `other answers are fatal`(code: Int) {
    #expect(judge(status(code)) == .fatal)
  }

  @Test func `every transport failure is judged`() {
    for failure in TransportError.Failure.allCases {
      let kind = judge(transport(failure))
      #expect(kind != .freshConnection && kind != .retry(throttled: true))
    }
  }

  @Test func `a truncated picture is fetched again, anything else about it is fatal`() {
    #expect(judge(.decoding(.truncated(offset: 9))) == .retry(throttled: false))
    #expect(judge(.decoding(.corrupt(message: "no", offset: nil))) == .fatal)
    #expect(judge(.decoding(.notAnImage)) == .fatal)
    #expect(judge(.decoding(.unsupported(.avif))) == .fatal)
    #expect(judge(.decoding(.overLimit(.side, limit: 1, value: 2))) == .fatal)
  }

  @Test(arguments: MediaLoadError.Kind.allCases)
  func `our own limits are fatal`(kind: MediaLoadError.Kind) {
    #expect(judge(.limit(MediaLoadError(kind, "no"))) == .fatal)
  }
}
