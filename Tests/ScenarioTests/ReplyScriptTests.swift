import HeronEngine
import Testing

@testable import HeronScenarios

@Suite struct ReplyScriptTests {
  private let good = OriginReply.found(Array("0123456789".utf8))
  private let request = OriginRequest(path: "/a")

  @Test func `latency comes before the first byte`() {
    let script = ReplyScript(good.after(.milliseconds(70)), to: request)
    #expect(script.steps == [.wait(.milliseconds(70)), .sendHead, .sendBody(0..<10)])
    #expect(script.ending == .keepAlive)
  }

  @Test func `a stall for ever hangs, and one for a time waits and goes on`() {
    let forever = ReplyScript(good.with(.stall(afterBytes: 4)), to: request)
    #expect(forever.steps == [.sendHead, .sendBody(0..<4)])
    #expect(forever.ending == .hang)
    let timed = ReplyScript(good.with(.stall(afterBytes: 4, lasting: .seconds(2))), to: request)
    #expect(timed.steps == [.sendHead, .sendBody(0..<4), .wait(.seconds(2)), .sendBody(4..<10)])
    #expect(timed.ending == .keepAlive)
  }

  @Test func `a trickle waits as long as its bytes are worth`() {
    let script = ReplyScript(good.with(.trickle(bytesPerSecond: 100)), to: request)
    #expect(script.steps.count { if case .sendBody = $0 { true } else { false } } == 2)
    #expect(script.steps == [.sendHead, .sendBody(0..<5), .wait(.milliseconds(50)), .sendBody(5..<10)])
    let slowest = ReplyScript(good.with(.trickle(bytesPerSecond: 0)), to: request)
    #expect(slowest.steps[1...2] == [.sendBody(0..<1), .wait(.seconds(1))])
  }

  @Test func `a count beyond the body, or below zero, is cut to it`() {
    #expect(ReplyScript(good.with(.reset(afterBytes: 99)), to: request).steps == [.sendHead, .sendBody(0..<10)])
    #expect(ReplyScript(good.with(.reset(afterBytes: -1)), to: request).steps == [.sendHead])
  }

  @Test func `a client that wants the connection closed is told that it is`() {
    var leaving = request
    leaving.keepsAlive = false
    let script = ReplyScript(good, to: leaving)
    #expect(script.ending == .close)
    #expect(script.fields["Connection"] == "close")
  }

  @Test func `an answer that has no body by its status has no length`() {
    #expect(ReplyScript(OriginReply(status: 304), to: request).head == "HTTP/1.1 304 Not Modified\r\n\r\n")
    #expect(ReplyScript(OriginReply(status: 200), to: request).fields["Content-Length"] == "0")
  }

  @Test func `a behaviour without replies is 404, and visits count from one`() {
    #expect(OriginBehaviour([]).reply(toVisit: 1).status == 404)
    let behaviour: OriginBehaviour = [.failed(500), .failed(501), good]
    #expect([0, 1, 2, 3, 4].map { behaviour.reply(toVisit: $0).status } == [500, 500, 501, 200, 200])
  }

  @Test func `a chunked body is cut and ended, and HEAD has neither`() {
    let large = OriginReply(body: [UInt8](repeating: 0, count: 9000)).with(.chunked)
    let script = ReplyScript(large, to: request)
    #expect(script.steps == [.sendHead, .sendBody(0..<8192), .sendBody(8192..<9000), .endChunks])
    #expect(script.ending == .keepAlive)
    #expect(ReplyScript(large, to: OriginRequest(method: "HEAD", path: "/a")).steps == [.sendHead])
    #expect(ReplyScript(OriginReply(status: 204).with(.chunked), to: request).steps == [.sendHead])
  }

  @Test func `HTTP 2 has no chunks, and keeps a connection that HTTP 1 has to close`() {
    let stream = OriginRequest(path: "/a", version: .http2)
    let chunked = ReplyScript(good.with(.chunked), to: stream)
    #expect(chunked.steps == [.sendHead, .sendBody(0..<10)])
    #expect(chunked.fields["Transfer-Encoding"] == nil)
    for length in [OriginReply.Length.absent, .claimed(3), .chunked] {
      let script = ReplyScript(good.with(length), to: stream)
      #expect(script.ending == .keepAlive)
      #expect(script.fields["Connection"] == nil)
    }
  }

  @Test func `a fault of streams is one of the connection by HTTP 1`() {
    let refused = good.with(.streamReset(.refused))
    #expect(ReplyScript(refused, to: request).ending == .reset)
    #expect(ReplyScript(refused, to: OriginRequest(path: "/a", version: .http2)).ending == .resetStream(.refused))
    #expect(ReplyScript(good.with(.goAway(answering: true)), to: request).ending == .close)
  }
}
