import FoundationEssentials
import Heron
import HeronCurl
import HeronScenarios
import Testing

/// The flags of the network, seen from the origin that is asked.
@Suite(.enabled(if: RunningCommand.path != nil, "heron is not built beside the tests")) struct NetworkCommandTests {
  private static let body: [UInt8] = Array("body".utf8)

  private func withOrigin(
    _ routes: RouteTable = ["/a": .always(.found(body))], tls: ServerIdentity? = nil,
    _ body: (LoopbackOrigin) async throws -> Void
  ) async throws {
    let origin = try await LoopbackOrigin.start(tls: tls, routes: routes)
    try await body(origin)
    try await origin.shutDown()
  }

  private func expect(
    _ ends: [String], of arguments: [String], within: ([String]) -> [String] = { $0 },
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let found = try await load(arguments, within: within)
    #expect(found == ends, sourceLocation: sourceLocation)
  }

  private func load(_ arguments: [String], within: ([String]) -> [String]) async throws -> [String] {
    let command = ["load", "--no-decode", "--json", "--max-attempts", "1", "--quiet"]
    let outcome = try await RunningCommand.run(command + arguments, within: within)
    struct Line: Decodable {
      var outcome: String
      var error: String?
    }
    return try outcome.lines.map { text in
      let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
      return line.error ?? line.outcome
    }
  }

  @Test func `a host is connected to elsewhere, and asked by its own name`() async throws {
    try await withOrigin { origin in
      let place = "pictures.test:80:127.0.0.1:\(origin.port)"
      try await expect(["loaded"], of: ["http://pictures.test/a", "--connect-to", place])
      #expect(origin.requests.map { $0.fields["Host"] } == ["pictures.test"])
    }
  }

  @Test func `a name has the address that it is given`() async throws {
    try await withOrigin { origin in
      let host = "pictures.test:\(origin.port)"
      try await expect(["loaded"], of: ["http://\(host)/a", "--resolve", "\(host):127.0.0.1"])
      #expect(origin.requests.map { $0.fields["Host"] } == [host])
    }
  }

  @Test func `the origin is told who asks`() async throws {
    try await withOrigin { origin in
      try await expect(["loaded"], of: [origin.url("/a"), "--user-agent", "Someone/1 (x)"])
      #expect(origin.requests.map { $0.fields["User-Agent"] } == ["Someone/1 (x)"])
    }
  }

  @Test func `cookies go with every request to their origin, and to no other`() async throws {
    try await withOrigin { other in
      let routes: RouteTable = [
        "/here": .always(.redirect(to: "/there")), "/there": .always(.redirect(to: other.url("/a"))),
      ]
      try await withOrigin(routes) { origin in
        try await expect(["loaded"], of: [origin.url("/here"), "--cookie", "a=b; c=d"])
        #expect(origin.requests.map { $0.fields["Cookie"] } == ["a=b; c=d", "a=b; c=d"])
        #expect(other.requests.map { $0.fields["Cookie"] } == [nil])
      }
    }
  }

  @Test func `a proxy is asked for what is not its own`() async throws {
    try await withOrigin(["http://nowhere.test/a": .always(.found(Self.body))]) { proxy in
      try await expect(["loaded"], of: ["http://nowhere.test/a", "--proxy", "http://127.0.0.1:\(proxy.port)"])
      #expect(proxy.requests.map { $0.fields["Host"] } == ["nowhere.test"])
    }
  }

  @Test func `the environment's proxy is ignored`() async throws {
    let closed = try RefusingPort()
    try await withOrigin { origin in
      let settings = ["http_proxy=\(closed.url(""))", "ALL_PROXY=\(closed.url(""))"]
      try await expect(["loaded"], of: [origin.url("/a")]) { settings + $0 }
    }
  }

  @Test func `an authority is trusted that a file has`() async throws {
    let authority = try CertificateAuthority()
    try await withOrigin(tls: try authority.identity()) { origin in
      try await expect(["certificate"], of: [origin.url("/a")])
      try await expect(["loaded"], of: [origin.url("/a"), "--cacert", authority.caFile])
    }
  }

  @Test func `the server profile connects to no address of the inside`() async throws {
    try await withOrigin { origin in
      try await expect(["address-refused"], of: [origin.url("/a"), "--profile", "server"])
      #expect(origin.connections == 0)
      let allowed = ["--profile", "server", "--allow-address", "127.0.0.0/8"]
      try await expect(["loaded"], of: [origin.url("/a")] + allowed)
      try await expect(["loaded"], of: [origin.url("/a")])
    }
  }

  @Test func `the server profile takes no proxy, and says why`() async throws {
    let arguments = ["load", "--profile", "server", "--proxy", "http://127.0.0.1:9", "http://nowhere.test/a"]
    let folder = try TemporaryFolder()
    try folder.write("what was there", to: "trace")
    let outcome = try await RunningCommand.run(arguments + ["--trace", "\(folder.path)/trace", "--overwrite"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("cannot see behind a proxy"))
    #expect(try folder.text("trace") == "what was there")
  }

  @Test(.enabled(if: !CurlTransport.speaksHTTP3, "the installed libcurl has HTTP/3"))
  func `HTTP 3 is refused where libcurl has none`() async throws {
    let outcome = try await RunningCommand.run(["load", "--http3", "http://127.0.0.1:9/"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("the installed libcurl has no HTTP/3"))
  }

  @Test func `redirects are followed as often as is allowed`() async throws {
    let routes: RouteTable = [
      "/1": .always(.redirect(to: "/2")), "/2": .always(.redirect(to: "/a")), "/a": .always(.found(Self.body)),
    ]
    try await withOrigin(routes) { origin in
      try await expect(["redirect"], of: [origin.url("/1"), "--max-redirects", "1"])
      try await expect(["loaded"], of: [origin.url("/1"), "--max-redirects", "2"])
    }
  }

  @Test func `a limited rate takes nothing from the bytes`() async throws {
    let long = [UInt8](repeating: 1, count: 20 << 10)
    try await withOrigin(["/long": .always(.found(long))]) { origin in
      try await expect(["loaded"], of: [origin.url("/long"), "--limit-rate", "1MiB"])
      try await expect(["loaded"], of: [origin.url("/long"), "--limit-rate", "0"])
    }
  }
}
