import HeronEngine
import HeronScenarios
import Testing

@Suite struct DemoOriginTests {
  // Drawn once for all tests: most of their time goes there.
  private static let shared = DemoOrigin(seed: 7, count: 22) { Array($0.pixels.prefix(400)) }
  private let demo = Self.shared

  private func replies(at path: String) throws -> [OriginReply] {
    try #require(demo.behaviour(for: OriginRequest(path: path))).replies
  }

  @Test func `there is a path for each picture and each hopeless case`() {
    #expect(demo.exhibits.map(\.path).prefix(22) == (1...22).map { "/pictures/\($0).png" }[...])
    #expect(demo.exhibits.map(\.path).dropFirst(22) == ["/slow.png", "/dead.png", "/missing.png"])
  }

  @Test func `every seventh picture is refused once, with the time to come back`() throws {
    for number in [7, 14, 21] {
      let replies = try replies(at: "/pictures/\(number).png")
      #expect(replies.map(\.status) == [503, 200])
      #expect(replies[0].fields["Retry-After"] == "1")
    }
  }

  @Test func `every eleventh picture is reset once in the middle of its body`() throws {
    for number in [11, 22] {
      #expect(try replies(at: "/pictures/\(number).png").map(\.fault) == [.reset(afterBytes: 200), .none])
    }
  }

  @Test func `no picture waits longer than a fifth of a second for its first byte`() throws {
    for number in 1...22 {
      for reply in try replies(at: "/pictures/\(number).png") {
        #expect((.milliseconds(20) ... .milliseconds(200)).contains(reply.latency))
      }
    }
  }

  @Test func `the dead path never answers well, and the missing one is not there`() throws {
    for visit in 1...9 {
      let behaviour = try #require(demo.behaviour(for: OriginRequest(path: "/dead.png")))
      #expect(behaviour.reply(toVisit: visit).status == 503)
      #expect(behaviour.reply(toVisit: visit).fields["Retry-After"] == nil)
    }
    #expect(try replies(at: "/missing.png").map(\.status) == [404])
    #expect(demo.behaviour(for: OriginRequest(path: "/else.png")) == nil)
  }

  @Test func `the same seed makes the same trouble, another one another`() {
    let again = DemoOrigin(seed: 7, count: 22) { Array($0.pixels.prefix(400)) }
    let other = DemoOrigin(seed: 8, count: 22) { Array($0.pixels.prefix(400)) }
    #expect(again.exhibits == demo.exhibits)
    #expect(other.exhibits != demo.exhibits)
  }

  @Test func `an encoder that fails is heard of`() {
    struct Failure: Error {}
    #expect(throws: Failure.self) { try DemoOrigin(count: 1) { _ throws(Failure) in throw Failure() } }
  }

  @Test func `the index page lists every path`() async throws {
    let origin = try await LoopbackOrigin.start(routes: demo)
    let client = try RawClient(port: origin.port)
    try client.get("/", "Connection: close")
    #expect(try client.readHead().contains("Content-Type: text/html; charset=utf-8"))
    let page = client.readToEnd().text
    #expect(demo.exhibits.allSatisfy { page.contains("src=\"\($0.path)\"") })
    try await origin.shutDown()
  }
}
