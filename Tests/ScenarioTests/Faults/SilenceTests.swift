import HeronEngine
import HeronScenarios
import Testing

/// Origins that refuse, swallow or stop: the loader's own time limits end what nobody else does.
@Suite(.timeLimit(.minutes(1))) struct SilenceTests {
  private let good = LoadCase.good
  private let tagged = LoadCase.tagged

  @Test func `a port that refuses is asked as often as there are attempts`() async throws {
    let error = try #require(await SocketLoader().load(try RefusingPort().url("/")).error)
    #expect(error.kind == .connect)
    #expect(error.code == 7)
    #expect(error.attempts == 3)
  }

  @Test func `a swallowed SYN ends at the connect limit`() async throws {
    let listener = try SilentListener()
    let loader = try SocketLoader {
      $0.timeLimits.connect = .milliseconds(150)
      $0.retry.maxAttempts = 2
    }
    let error = try #require(await loader.load(listener.url("/")).error)
    #expect(error.kind == .timeout)
    // curl's, and not one of the loader's own limits.
    #expect(error.code == 28)
    #expect(error.attempts == 2)
  }

  @Test func `no first byte in time ends the attempt`() async throws {
    let routes: RouteTable = ["/a": [good.after(.seconds(600)), good], "/b": [good.after(.seconds(600))]]
    try await serve(routes) { origin in
      let loader = try SocketLoader { $0.timeLimits.firstByte = .milliseconds(400) }
      #expect(await loader.load(origin.url("/a")).text == "0123456789")
      #expect(origin.count(of: "/a") >= 2)
      let error = try #require(await loader.load(origin.url("/b")).error)
      #expect(error.kind == .timeout)
      #expect(error.limit?.name == "first-byte-timeout")
      #expect(origin.count(of: "/b") == 3)
    }
  }

  @Test func `a stall ends the attempt, and the next one goes on where it stopped`() async throws {
    let routes: RouteTable = [
      "/a": [tagged.with(.stall(afterBytes: 4)), tagged], "/b": [good.with(.stall(afterBytes: 4))],
    ]
    try await serve(routes) { origin in
      let loader = try SocketLoader { $0.timeLimits.stall = .milliseconds(400) }
      let media = try #require(await loader.load(origin.url("/a")).media)
      #expect(media.body == good.body)
      #expect(media.trace.bytesResumed == 4)
      #expect(origin.requests.dropFirst().first?.fields["Range"] == "bytes=4-")
      #expect(origin.requests.dropFirst().first?.fields["If-Range"] == "\"v1\"")
      let error = try #require(await loader.load(origin.url("/b")).error)
      #expect(error.kind == .timeout)
      #expect(error.limit?.name == "stall-timeout")
      #expect(error.attempts == 3)
      #expect(origin.count(of: "/b") == 3)
    }
  }

  private func slow(_ settings: inout Configuration) {
    settings.timeLimits.slowRate = 5_000
    settings.timeLimits.slowWindow = .milliseconds(200)
    settings.retry.maxAttempts = 0
  }

  @Test func `a trickle is given up while others move`() async throws {
    let large = OriginReply.found([UInt8](repeating: 1, count: 4 << 20))
    let routes: RouteTable = [
      // Whole after an hour and a half: nobody comes to see it.
      "/slow": [OriginReply.found([UInt8](repeating: 1, count: 5000)).with(.trickle(bytesPerSecond: 1)), good],
      "/moving": [large.with(.trickle(bytesPerSecond: 200_000))],
    ]
    try await serve(routes) { origin in
      let loader = try SocketLoader(configure: slow)
      async let moving = loader.load(origin.url("/moving"))
      try await until { origin.count(of: "/moving") > 0 }
      #expect(await loader.load(origin.url("/slow")).text == "0123456789")
      // More where the machine itself is slow for a fifth of a second.
      #expect(origin.count(of: "/slow") >= 2)
      loader.loader.cancelAll()
      #expect(await moving.error?.kind == .cancelled)
    }
  }

  @Test func `a trickle alone is waited for`() async throws {
    let body = [UInt8](repeating: 1, count: 500)
    try await serve(["/slow": [OriginReply.found(body).with(.trickle(bytesPerSecond: 1000))]]) { origin in
      let loader = try SocketLoader(configure: slow)
      #expect(await loader.load(origin.url("/slow")).media?.body == body)
      #expect(origin.count(of: "/slow") == 1)
    }
  }
}
