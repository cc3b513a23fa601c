import HeronCurl
import HeronEngine
import Testing

@Suite(.timeLimit(.minutes(1)))
struct GuardedSocketTests {
  private func transport(
    _ addressGuard: AddressGuard, _ change: (inout CurlConfiguration) -> Void = { _ in }
  ) throws -> CurlTransport {
    var configuration = CurlConfiguration()
    configuration.addressGuard = addressGuard
    change(&configuration)
    return try CurlTransport(configuration)
  }

  private func strict(allowing text: String) throws -> AddressGuard {
    .strict.allowing([try AddressPrefix(text)])
  }

  /// How all of `spellings` fail at `server`, none of which may connect to it.
  private func failures(
    _ spellings: [String], at server: CountingServer, _ addressGuard: AddressGuard = .strict
  ) async throws -> [(url: String, error: TransportError)] {
    let transport = try transport(addressGuard)
    var failures: [(String, TransportError)] = []
    for spelling in spellings {
      let url = ForbiddenSpellings.url(spelling, port: server.port)
      let record = await transport.fetch(TransportRequest(url: url))
      failures.append((url, try #require(record.error, "\(url) brought \(record.heads)")))
    }
    // The first connection of all.
    let last = try await CurlTransport().fetch(TransportRequest(url: "http://127.0.0.1:\(server.port)/"))
    #expect(last.head?.status == 200)
    #expect(server.accepted == 1)
    return failures
  }

  @Test func `no spelling of a forbidden address is connected to`() async throws {
    let spellings = ForbiddenSpellings.ofLoopback + ForbiddenSpellings.ofOthers
    for (url, error) in try await failures(spellings, at: CountingServer()) {
      #expect(error.failure == .addressRefused, "\(url): \(error.message)")
      #expect(error.code == 7)
      #expect(error.message.contains("RFC"))
    }
  }

  @Test func `what only some readers take for an address is not connected to either`() async throws {
    let harmless: Set<TransportError.Failure> = [.addressRefused, .nameResolution, .badRequest, .connectTimeout]
    for (url, error) in try await failures(ForbiddenSpellings.ofSomeReadersOnly, at: CountingServer()) {
      #expect(harmless.contains(error.failure), "\(url): \(error.failure) \(error.message)")
    }
  }

  @Test func `the spellings of loopback reach it where it is allowed`() async throws {
    let server = try CountingServer()
    let transport = try transport(try strict(allowing: "127.0.0.1"))
    for spelling in ForbiddenSpellings.ofLoopback {
      let url = ForbiddenSpellings.url(spelling, port: server.port)
      let record = await transport.fetch(TransportRequest(url: url))
      #expect(record.head?.status == 200, "\(url): \(record.error?.message ?? "")")
    }
  }

  @Test func `the standard guard lets loopback through, and neither unspecified nor link-local addresses`() async throws
  {
    let spellings = [
      "http://0:%/", "http://0.0.0.0:%/", "http://[::]:%/", "http://[::ffff:0.0.0.0]:%/", "http://169.254.169.254:%/",
      "http://2852039166:%/", "http://[::ffff:169.254.169.254]:%/", "http://[fe80::1%25lo]:%/", "http://224.0.0.1:%/",
      "http://255.255.255.255:%/",
    ]
    for (url, error) in try await failures(spellings, at: CountingServer(), .standard) {
      #expect(error.failure == .addressRefused, "\(url)")
    }
  }

  @Test func `a name is judged by the addresses that it resolves to`() async throws {
    let server = try CountingServer()
    let targets = ["127.0.0.1", "10.0.0.1,192.168.0.1", "[::1],127.0.0.1", "[::ffff:127.0.0.1]", "0.0.0.0"]
    for target in targets {
      let transport = try transport(.strict) { $0.resolve = ["some.test:\(server.port):\(target)"] }
      let record = await transport.fetch(TransportRequest(url: "http://some.test:\(server.port)/"))
      #expect(record.error?.failure == .addressRefused, "\(target)")
    }
    #expect(server.accepted == 0)
  }

  @Test func `the error names address, range, source, and the way out`() async throws {
    let transport = try transport(.strict) { $0.resolve = ["some.test:9:10.0.0.1,192.168.0.1,127.0.0.1"] }
    let record = await transport.fetch(TransportRequest(url: "http://some.test:9/"))
    let error = try #require(record.error)
    #expect(
      error.message == "10.0.0.1 is private (RFC 1918) (and 2 more of its addresses were refused); to allow it, "
        + "give the address guard the exception 10.0.0.1 (--allow-address)")
    #expect(!error.isConnectFailure)
  }

  @Test(arguments: [
    "127.0.0.1,169.254.1.1", "169.254.1.1,127.0.0.1", "[fe80::1],10.0.0.1,127.0.0.1", "10.0.0.1,127.0.0.1,[::1]",
  ])
  func `of several addresses the allowed one is connected to`(_ targets: String) async throws {
    let server = try CountingServer()
    let transport = try transport(try strict(allowing: "127.0.0.1")) {
      $0.resolve = ["some.test:\(server.port):\(targets)"]
    }
    let record = await transport.fetch(TransportRequest(url: "http://some.test:\(server.port)/"))
    #expect(record.head?.status == 200)
    #expect(record.text.contains("Host: some.test:\(server.port)"))
  }

  @Test func `many refused addresses cost no part of the connect timeout`() async throws {
    let server = try CountingServer()
    let refused = (1...20).map { "10.0.0.\($0),[fd00::\($0)]" }.joined(separator: ",")
    for (targets, isAllowed) in [(refused, false), (refused + ",127.0.0.1", true)] {
      let transport = try transport(try strict(allowing: "127.0.0.1")) {
        $0.resolve = ["some.test:\(server.port):\(targets)"]
      }
      // The suite's time limit is far below half of it.
      let record = await transport.fetch(
        TransportRequest(url: "http://some.test:\(server.port)/", connectTimeout: .seconds(86_400)))
      #expect(record.error?.failure == (isAllowed ? nil : .addressRefused))
    }
  }

  @Test func `every new connection is judged anew, a used one is not`() async throws {
    // A name with two addresses: when the first one's server goes, the second one is next, as in DNS rebinding.
    var outer: CountingServer? = try CountingServer()
    let port = try #require(outer?.port)
    let inner = try CountingServer(address: 0x7F00_0002, port: port)
    let transport = try transport(try strict(allowing: "127.0.0.1")) {
      $0.resolve = ["rebound.test:\(port):127.0.0.1,127.0.0.2"]
    }
    let url = "http://rebound.test:\(port)/"
    #expect(await transport.fetch(TransportRequest(url: url)).head?.status == 200)
    let second = await transport.fetch(TransportRequest(url: url))
    #expect(second.metrics?.reusedConnection == true)
    outer = nil
    let third = await transport.fetch(TransportRequest(url: url, needsFreshConnection: true))
    #expect(third.error?.failure == .addressRefused)
    #expect(third.error?.message.hasPrefix("127.0.0.2 is loopback") == true)
    #expect(inner.accepted == 0)
  }

  @Test func `a refusal does not stay for the next transfer on the same handle`() async throws {
    let transport = try transport(.standard)
    let refused = await transport.fetch(TransportRequest(url: "http://169.254.1.1/"))
    #expect(refused.error?.failure == .addressRefused)
    let port = try ScriptedServer.closedPort()
    let closed = await transport.fetch(TransportRequest(url: "http://127.0.0.1:\(port)/"))
    #expect(closed.error?.failure == .connectionRefused)
  }
}
