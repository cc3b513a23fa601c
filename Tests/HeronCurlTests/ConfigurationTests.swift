import HeronCurl
import HeronEngine
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ConfigurationTests {
  private func transport(_ change: (inout CurlConfiguration) -> Void) throws -> CurlTransport {
    var configuration = CurlConfiguration()
    change(&configuration)
    return try CurlTransport(configuration)
  }

  @Test func `a proxy may be on loopback, and is what is connected to`() async throws {
    let server = try CountingServer()
    let transport = try transport { $0.proxy = "http://127.0.0.1:\(server.port)" }
    let record = await transport.fetch(TransportRequest(url: "http://far.test/a"))
    #expect(record.text.hasPrefix("GET http://far.test/a HTTP/1.1"))
  }

  @Test func `a proxy that refuses is told apart from the origin`() async throws {
    let server = try ScriptedServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
    }
    let refusing = try await transport { $0.proxy = "http://127.0.0.1:\(server.port)" }.fetch(
      TransportRequest(url: "https://far.test/a"))
    #expect(refusing.error?.failure == .connectionRefused)
    #expect(refusing.error?.message.hasPrefix("by way of the proxy: ") == true)
    #expect(refusing.error?.message.contains("404") == true)
  }

  @Test func `a proxy at a forbidden address is not connected to`() async throws {
    let server = try CountingServer()
    let transport = try transport { $0.proxy = "http://0.0.0.0:\(server.port)" }
    let record = await transport.fetch(TransportRequest(url: "http://far.test/a"))
    #expect(record.error?.failure == .addressRefused)
  }

  @Test func `a strict guard excludes a proxy, which would hide the addresses`() throws {
    for exceptions in [[], [try AddressPrefix("127.0.0.1")]] {
      let error = #expect(throws: TransportError.self) {
        try transport {
          $0.proxy = "http://127.0.0.1:8080"
          $0.addressGuard = .strict.allowing(exceptions)
        }
      }
      #expect(error?.message.contains("proxy") == true)
    }
    _ = try transport {
      $0.proxy = ""
      $0.addressGuard = .strict
    }
  }

  @Test func `another place may be connected to, which the guard judges, and the request stays the same`() async throws
  {
    let server = try CountingServer()
    let entry = "far.test:80:127.0.0.1:\(server.port)"
    let open = try transport { $0.connectTo = [entry] }
    #expect(await open.fetch(TransportRequest(url: "http://far.test/")).text.contains("Host: far.test\r\n"))
    let strict = try transport {
      $0.connectTo = [entry]
      $0.addressGuard = .strict
    }
    let record = await strict.fetch(TransportRequest(url: "http://far.test/"))
    #expect(record.error?.failure == .addressRefused)
  }

  @Test func `the lists hold for every handle of a transport`() async throws {
    let server = try CountingServer()
    let transport = try transport {
      $0.resolve = ["one.test:\(server.port):127.0.0.1"]
      $0.connectTo = ["two.test:80:one.test:\(server.port)"]
    }
    await withTaskGroup(of: Int?.self) { group in
      for index in 0..<40 {
        let url = index.isMultiple(of: 2) ? "http://one.test:\(server.port)/" : "http://two.test/"
        group.addTask { await transport.fetch(TransportRequest(url: url)).head?.status }
      }
      for await status in group { #expect(status == 200) }
    }
  }

  @Test(arguments: ["", "a:80:127.0.0.1\0"])
  func `an entry that curl would read otherwise is refused`(_ entry: String) {
    #expect(throws: TransportError.self) { try transport { $0.resolve = [entry] } }
    #expect(throws: TransportError.self) { try transport { $0.connectTo = [entry] } }
  }

  @Test(arguments: ["nonsense", "a:b:127.0.0.1", "a:80:not an address", "a:80:"])
  func `an entry that is no such entry fails transfers, and breaks nothing`(_ entry: String) async throws {
    let transport = try transport { $0.resolve = [entry] }
    let port = try ScriptedServer.closedPort()
    let record = await transport.fetch(TransportRequest(url: "http://127.0.0.1:\(port)/"))
    #expect(record.error != nil)
  }
}
