import HeronCurl
import HeronEngine
import HeronScenarios
import Testing

@Suite struct OriginTLSTests {
  private let good = OriginReply.found(Array("0123456789".utf8))

  @Test(arguments: [CertificateKind.good, .chained])
  func `a client that trusts the authority accepts a good certificate, by name and by address`(
    kind: CertificateKind
  ) async throws {
    try await serveSecurely(["/a": .always(good)], as: kind) { origin, transport in
      for url in [origin.url("/a"), "https://localhost:\(origin.port)/a"] {
        let fetched = await transport.fetch(url)
        #expect(fetched.failure == nil)
        #expect(fetched.text == "0123456789")
      }
      #expect(origin.url("/a") == "https://127.0.0.1:\(origin.port)/a")
    }
  }

  @Test(arguments: CertificateKind.allCases.filter { $0 != .good && $0 != .chained })
  func `a bad certificate is refused before any request`(kind: CertificateKind) async throws {
    try await serveSecurely(["/a": .always(good)], as: kind) { origin, transport in
      #expect(await transport.fetch(origin.url("/a")).failure == .certificate)
      #expect(origin.requests.isEmpty)
    }
  }

  @Test func `a client that does not know the authority refuses its certificates`() async throws {
    try await serveSecurely(["/a": .always(good)]) { origin, _ in
      let another = try CertificateAuthority()
      let stranger = try CurlTransport(trusting: another)
      #expect(await stranger.fetch(origin.url("/a")).failure == .certificate)
      // Its file goes with it.
      withExtendedLifetime(another) {}
    }
  }

  @Test func `an origin that offers HTTP 1.1 alone is spoken to in it`() async throws {
    try await serveSecurely(["/a": .always(good)], settings: OriginSettings(versions: [.http11])) {
      origin, transport in
      let fetched = await transport.fetch(origin.url("/a"))
      #expect(fetched.head?.version == .http11)
      #expect(fetched.text == "0123456789")
      #expect(origin.requests.map(\.version) == [.http11])
    }
  }

  @Test func `faults of the connection happen below TLS`() async throws {
    let routes: RouteTable = [
      "/reset": .always(good.with(.reset(afterBytes: 4))), "/nothing": .always(good.with(.resetBeforeHead)),
      "/short": .always(good.with(.truncate(afterBytes: 4))),
    ]
    try await serveSecurely(routes, settings: OriginSettings(versions: [.http11])) { origin, transport in
      let reset = await transport.fetch(origin.url("/reset"))
      #expect(reset.failure == .receiveFailed)
      #expect(await transport.fetch(origin.url("/nothing")).failure == .receiveFailed)
      let short = await transport.fetch(origin.url("/short"))
      #expect(short.failure == .partialBody)
      #expect(short.text == "0123")
    }
  }
}
