import Synchronization

/// An origin on loopback that answers everything, and counts its connections.
final class CountingServer: Sendable {
  private final class Count: Sendable {
    let accepted = Atomic(0)
  }

  let server: ScriptedServer
  private let count: Count

  init(address: UInt32 = 0x7F00_0001, port: UInt16 = 0) throws {
    let count = Count()
    self.count = count
    server = try ScriptedServer(address: address, port: port) { connection in
      count.accepted.add(1, ordering: .sequentiallyConsistent)
      while let request = connection.readRequest() {
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(request.utf8.count)\r\n\r\n\(request)")
      }
    }
  }

  var port: UInt16 { server.port }

  /// How many connections were accepted so far. Connections are accepted in the order in which they were made: one
  /// that has answered comes after all that were made before it.
  var accepted: Int { count.accepted.load(ordering: .sequentiallyConsistent) }
}
