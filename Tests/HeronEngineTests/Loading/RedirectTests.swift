import HeronTesting
import Testing

@testable import HeronEngine

private let a = "http://a.test/1"
private let b = "http://b.test/1"

@Suite struct `A redirect` {
  @Test(arguments: [301, 302, 303, 307, 308])
  func `is followed under the same attempt`(status: Int) throws {
    let bench = try TestBench()
    bench.transport.set(a, .redirect(to: b, status: status))
    bench.transport.set(b, .ok())
    let caller = bench.load(a)
    bench.world.run()
    let media = try #require(caller.listener.media)
    #expect(media.url == a && media.responseURL == b)
    #expect(media.trace.attempts == 1 && media.trace.redirects == 1)
    #expect(caller.listener.events.map(Timeline.text(of:)) == ["started 1", "loaded from network"])
    #expect(bench.statistics().attempts == 1 && bench.statistics().redirects == 1)
    bench.invariants.checkRest()
    let again = bench.load(a)
    bench.world.run()
    let hit = try #require(again.listener.media)
    #expect(hit.source == .memory && hit.url == a && hit.responseURL == b)
  }

  @Test(arguments: [
    ("2", "http://a.test/x/2"), ("/2", "http://a.test/2"), ("//b.test/2", "http://b.test/2"),
    ("?q=2", "http://a.test/x/1?q=2"), ("../2", "http://a.test/2"), ("HTTP://B.test/2", "HTTP://B.test/2"),
    ("http://b.test/2#part", "http://b.test/2#part"), ("https://a.test/2", "https://a.test/2"),
    ("./a%20b", "http://a.test/x/a%20b"), ("a b", "http://a.test/x/a%20b"),
  ])
  func `may be relative to where it comes from`(location: String, url: String) throws {
    let bench = try TestBench()
    bench.transport.set("http://a.test/x/1", .redirect(to: location))
    bench.transport.set(url, .ok())
    bench.transport.setFallback { _ in .status(404) }
    let caller = bench.load("http://a.test/x/1")
    bench.world.run()
    #expect(caller.listener.media?.responseURL == url, "\(bench.transport.requests.map(\.url))")
  }

  @Test func `beyond the limit is an error that names it`() throws {
    let bench = try TestBench()
    bench.transport.setFallback { url in .redirect(to: url + "x") }
    let caller = bench.load(a)
    bench.world.run()
    let error = try #require(caller.listener.error)
    #expect(error.kind == .redirect && error.attempts == 1 && error.status == 302)
    #expect(error.limit == MediaLoadError.Limit("max-redirects", limit: 5, value: 6))
    #expect(bench.transport.requests.count == 6)
    bench.invariants.checkRest()
  }

  @Test func `is not followed where none is allowed`() throws {
    let bench = try TestBench { $0.limits.maxRedirects = 0 }
    bench.transport.set(a, .redirect(to: b))
    let caller = bench.load(a)
    bench.world.run()
    #expect(caller.listener.error?.kind == .redirect && bench.transport.requests.count == 1)
  }

  @Test func `from https to http is refused`() throws {
    let bench = try TestBench()
    bench.transport.set("https://a.test/1", .redirect(to: b))
    let caller = bench.load("https://a.test/1")
    bench.world.run()
    #expect(caller.listener.error?.kind == .redirect && bench.transport.requests.count == 1)
    #expect(caller.listener.error?.message.contains("not encrypted") == true)
  }

  @Test(arguments: ["ftp://b.test/1", "file:///etc/passwd", "javascript:alert(1)", "http://", "", "http://b.test:0/1"])
  func `to what is no URL of ours is an error`(location: String) throws {
    let bench = try TestBench()
    bench.transport.set(a, .redirect(to: location))
    let caller = bench.load(a)
    bench.world.run()
    let kind = caller.listener.error?.kind
    #expect(kind == .redirect || kind == .badURL)
    #expect(bench.transport.requests.count == 1)
    bench.invariants.checkRest()
  }

  @Test func `without a place to go to is an error`() throws {
    let bench = try TestBench()
    bench.transport.set(a, .status(302))
    let caller = bench.load(a)
    bench.world.run()
    #expect(caller.listener.error?.kind == .redirect)
  }

  @Test func `to another origin takes no credentials and no header of the caller's along, nor back`() throws {
    let bench = try TestBench()
    bench.transport.set("http://me:secret@a.test/1", .redirect(to: "http://b.test/1"))
    bench.transport.set(b, .redirect(to: "http://a.test/2"))
    bench.transport.set("http://a.test/2", .ok())
    let caller = bench.load("http://me:secret@a.test/1") {
      $0.headers = ["Authorization": "Bearer x", "Cookie": "a=b", "X-Api-Key": "k", "Accept": "image/png"]
    }
    bench.world.run()
    #expect(caller.listener.media != nil)
    let requests = bench.transport.requests
    #expect(requests.map(\.url) == ["http://me:secret@a.test/1", b, "http://a.test/2"])
    #expect(requests[0].headers.lines.count == 4)
    #expect(requests[1...].allSatisfy { $0.headers.lines.map(\.name) == ["Accept"] })
  }

  @Test func `within an origin keeps them, and the server cannot choose others`() throws {
    let bench = try TestBench()
    bench.transport.set("http://me:secret@a.test/1", .redirect(to: "http://you:other@a.test/2"))
    bench.transport.setFallback { _ in .ok() }
    let caller = bench.load("http://me:secret@a.test/1") { $0.headers = ["X-Api-Key": "k"] }
    bench.world.run()
    #expect(caller.listener.media?.responseURL == "http://me:secret@a.test/2")
    #expect(bench.transport.requests.last?.headers["X-Api-Key"] == "k")
  }

  @Test func `passes the limit of the origin that it leads to, first in its line`() throws {
    let bench = try TestBench { configuration in
      configuration.maxActive = 4
      configuration.maxActivePerOrigin = 1
    }
    bench.transport.setFallback { url in
      url.hasPrefix("http://a.test") ? .redirect(to: "http://b.test/") : .ok(latency: .seconds(1))
    }
    bench.transport.set(a, .redirect(to: b))
    let direct = (2...4).map { bench.load("http://b.test/\($0)") }
    let redirected = bench.load(a)
    bench.world.run(until: .milliseconds(500))
    #expect(bench.transport.active == 1, "b has one slot")
    bench.world.run()
    let moments = ([redirected] + direct).compactMap(\.end)
    #expect(moments.sorted() == [direct[0].end, redirected.end, direct[1].end, direct[2].end].compactMap(\.self))
    bench.invariants.checkRest()
  }

  @Test func `of a whole page brings the first pictures before the last redirect`() throws {
    let bench = try TestBench { $0.maxActive = 2 }
    let callers = (0..<20).map { number in
      bench.transport.set("http://a.test/\(number)", .redirect(to: "http://b.test/\(number)"))
      bench.transport.set("http://b.test/\(number)", .ok())
      return bench.load("http://a.test/\(number)")
    }
    bench.world.run()
    let order = bench.transport.requests.map(\.url)
    let firstPicture = try #require(order.firstIndex { $0.hasPrefix("http://b.test") })
    #expect(firstPicture <= 4, "\(order)")
    #expect(callers.allSatisfy { $0.listener.media != nil })
  }

  @Test func `waits at the gate of the origin that it leads to`() throws {
    let bench = try TestBench()
    bench.transport.set(a, .redirect(to: b, latency: .seconds(1)))
    bench.transport.set(b, .ok())
    bench.transport.set("http://b.test/busy", .status(429, retryAfter: "5"), .ok())
    let busy = bench.load("http://b.test/busy")
    let caller = bench.load(a)
    bench.world.run()
    #expect(busy.listener.media != nil)
    #expect(try #require(caller.end) >= 5)
    bench.invariants.checkRest()
  }

  @Test func `that failed where it led begins again where it began`() throws {
    let bench = try TestBench()
    bench.transport.set(a, .redirect(to: "http://b.test/first"), .redirect(to: "http://b.test/second"))
    bench.transport.set("http://b.test/first", .status(503))
    bench.transport.set("http://b.test/second", .ok())
    let caller = bench.load(a)
    bench.world.run()
    #expect(caller.listener.media?.responseURL == "http://b.test/second")
    #expect(caller.attempts == 2 && caller.listener.media?.trace.redirects == 2)
    bench.invariants.checkRest()
  }

  @Test func `resumes only the URL whose bytes they are`() throws {
    let bench = try TestBench()
    let body: [UInt8] = [1] + Array(repeating: 7, count: 99)
    let broken = ScriptedReply(
      headers: ["ETag": "\"a\""], body: body, pieceSize: 10, ending: .failure(.receiveFailed, atByte: 50))
    let whole = ScriptedReply(headers: ["ETag": "\"a\""], body: body)
    bench.transport.set(a, .redirect(to: b))
    bench.transport.set(b, broken, whole)
    let caller = bench.load(a)
    bench.world.run()
    #expect(caller.listener.media?.trace.bytesResumed == 50)
    let ranges = bench.transport.requests.map { $0.headers["Range"] }
    #expect(ranges == [nil, nil, nil, "bytes=50-"])
  }

  @Test func `that is cancelled while it waits elsewhere leaves nothing behind`() throws {
    let bench = try TestBench { $0.maxActivePerOrigin = 1 }
    bench.transport.set(a, .redirect(to: b))
    bench.transport.setFallback { _ in .ok(latency: .seconds(3)) }
    let first = bench.load("http://b.test/0")
    let caller = bench.load(a)
    bench.world.run(until: .seconds(1))
    caller.handle.cancel()
    bench.world.run()
    #expect(first.listener.media != nil && bench.transport.requestCount(b) == 0)
    bench.invariants.checkRest()
  }
}
