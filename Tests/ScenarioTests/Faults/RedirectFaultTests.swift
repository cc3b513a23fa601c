import HeronEngine
import HeronScenarios
import Testing

/// Redirects over real sockets: the loader follows them, libcurl does not.
@Suite(.timeLimit(.minutes(1))) struct RedirectFaultTests {
  private let good = LoadCase.good

  @Test func `a relative redirect is followed, by the same connection and as the same attempt`() async throws {
    try await serve(["/a/b": [.redirect(to: "../c?d")], "/c": [good]]) { origin in
      let media = try #require(await SocketLoader().load(origin.url("/a/b")).media)
      #expect(media.body == good.body)
      #expect(media.responseURL == origin.url("/c?d"))
      #expect(media.url == origin.url("/a/b"))
      #expect(media.trace.attempts == 1)
      #expect(media.trace.redirects == 1)
      #expect(origin.requests.map(\.path) == ["/a/b", "/c"])
      #expect(origin.requests.map(\.connection) == [1, 1])
    }
  }

  @Test func `a loop ends at the limit`() async throws {
    try await serve(["/a": [.redirect(to: "/b")], "/b": [.redirect(to: "/a", status: 308)]]) { origin in
      let error = try #require(await SocketLoader().load(origin.url("/a")).error)
      #expect(error.kind == .redirect)
      #expect(error.limit?.name == "max-redirects")
      #expect(error.attempts == 1)
      #expect(origin.requests.count == 6)
    }
  }

  @Test func `encryption is not given up`() async throws {
    try await serve(["/plain": [good]]) { plain in
      try await loadSecurely(["/a": [.redirect(to: plain.url("/plain"))]]) { origin, loader in
        let error = try #require(await loader.load(origin.url("/a")).error)
        #expect(error.kind == .redirect)
        #expect(error.attempts == 1)
        #expect(origin.requests.count == 1)
        #expect(plain.connections == 0)
      }
    }
  }

  @Test func `encryption is taken up`() async throws {
    try await loadSecurely(["/b": [good]]) { secure, loader in
      try await serve(["/a": [.redirect(to: secure.url("/b"))]]) { origin in
        #expect(await loader.load(origin.url("/a")).text == "0123456789")
        #expect(secure.requests.map(\.version) == [.http2])
      }
    }
  }

  @Test func `another origin hears nothing of credentials, not even on the way back`() async throws {
    let headers: HTTPFields = [
      "Authorization": "Bearer x", "Cookie": "a=b", "X-Api-Key": "k", "Accept": "image/png", "User-Agent": "test",
    ]
    let secrets = ["authorization", "cookie", "x-api-key"]
    try await serve(["/b": [good], "/back": [.redirect(to: "/b")]]) { first in
      try await serve(["/a": [.redirect(to: first.url("/back"))]]) { second in
        let media = try #require(await SocketLoader().load(second.url("/a"), headers: headers).media)
        #expect(media.responseURL == first.url("/b"))
        #expect(secrets.allSatisfy { second.requests.first?.fields[$0] != nil })
        #expect(first.requests.count == 2)
        for request in first.requests {
          #expect(secrets.allSatisfy { request.fields[$0] == nil })
          #expect(request.fields["Accept"] == "image/png")
          #expect(request.fields["User-Agent"] == "test")
        }
      }
    }
  }

  @Test func `a redirect to a dead port is tried again from its start`() async throws {
    let dead = try RefusingPort()
    try await serve(["/a": [.redirect(to: dead.url("/")), .redirect(to: "/b")], "/b": [good]]) { origin in
      let media = try #require(await SocketLoader().load(origin.url("/a")).media)
      #expect(media.body == good.body)
      #expect(media.trace.attempts == 2)
      #expect(origin.requests.map(\.path) == ["/a", "/a", "/b"])
    }
  }

  @Test(arguments: ["", "ftp://127.0.0.1/", "http://", "//", "http://127.0.0.1:99999/"])
  func `a redirect to nothing that can be asked for is fatal`(location: String) async throws {
    try await serve(["/a": [.redirect(to: location)]]) { origin in
      let error = try #require(await SocketLoader().load(origin.url("/a")).error)
      #expect(error.kind == .redirect || error.kind == .badURL)
      #expect(error.attempts == 1)
      #expect(origin.requests.count == 1)
    }
  }
}
