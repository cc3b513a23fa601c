import HeronEngine
import HeronScenarios
import Testing

@Suite(.timeLimit(.minutes(1))) struct CertificateTests {
  @Test(arguments: CertificateKind.allCases.filter { $0 != .good && $0 != .chained })
  func `a bad certificate is fatal, at the first attempt and before any request`(kind: CertificateKind) async throws {
    try await loadSecurely(["/a": .always(LoadCase.good)], as: kind) { origin, loader in
      let error = try #require(await loader.load(origin.url("/a")).error)
      #expect(error.kind == .certificate)
      #expect(error.code == 60)
      #expect(error.attempts == 1)
      #expect(origin.connections == 1)
      #expect(origin.requests.isEmpty)
    }
  }

  @Test(arguments: [CertificateKind.good, .chained])
  func `a good certificate is accepted, by name and by address`(kind: CertificateKind) async throws {
    try await loadSecurely(["/a": .always(LoadCase.good)], as: kind) { origin, loader in
      for url in [origin.url("/a"), "https://localhost:\(origin.port)/a"] {
        #expect(await loader.load(url).text == "0123456789")
      }
    }
  }

  @Test func `an authority that is not known is not trusted`() async throws {
    try await loadSecurely(["/a": .always(LoadCase.good)]) { origin, _ in
      let another = try CertificateAuthority()
      let stranger = try SocketLoader(trusting: another)
      #expect(await stranger.load(origin.url("/a")).error?.kind == .certificate)
      #expect(origin.connections == 1)
      // Its file goes with it.
      withExtendedLifetime(another) {}
    }
  }
}
