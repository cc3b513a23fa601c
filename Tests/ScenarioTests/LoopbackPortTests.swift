import HeronCurl
import HeronEngine
import HeronScenarios
import Testing

@Suite struct LoopbackPortTests {
  @Test func `a refusing port refuses`() async throws {
    let port = try RefusingPort()
    #expect(try await CurlTransport().fetch(port.url("/")).failure == .connectionRefused)
    #expect(throws: RawClient.Failure(step: "connect", code: 111)) { try RawClient(port: port.port) }
  }

  @Test func `a silent listener lets a connection run into its time limit`() async throws {
    let listener = try SilentListener()
    let fetched = try await CurlTransport().fetch(listener.url("/"), connectTimeout: .milliseconds(300))
    #expect(fetched.failure == .connectTimeout)
  }

  @Test func `many silent listeners are as many ports`() throws {
    let listeners = try (0..<20).map { _ in try SilentListener() }
    #expect(Set(listeners.map(\.port)).count == 20)
  }
}
