import Foundation
import Glibc

/// An HTTP origin on loopback that says, byte by byte, what its script says: each connection runs the script once.
final class ScriptedServer: Sendable {
  /// The port it listens on, chosen by the system.
  let port: UInt16
  private let listener: Int32

  /// A server at 127.0.0.1, or another address of loopback, and at a free port, or one that must be free.
  init(
    address: UInt32 = 0x7F00_0001, port: UInt16 = 0, _ script: @escaping @Sendable (ScriptedConnection) -> Void
  ) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.port = try Self.listen(on: listener, address, port)
    let listener = listener
    Thread.detachNewThread {
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { break }
        Thread.detachNewThread {
          let connection = ScriptedConnection(descriptor)
          script(connection)
          connection.close()
        }
      }
      close(listener)
    }
  }

  /// A server that answers every request on every connection with the same bytes.
  convenience init(answering bytes: String) throws {
    try self.init { connection in
      while connection.readRequest() != nil { connection.send(bytes) }
    }
  }

  // Wakes `accept`, whose thread then closes the socket.
  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// The URL of `path` here.
  func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

  /// A port that nobody listens on.
  static func closedPort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    return try bind(descriptor, 0x7F00_0001, 0)
  }

  private static func listen(on descriptor: Int32, _ address: UInt32, _ port: UInt16) throws -> UInt16 {
    let port = try bind(descriptor, address, port)
    guard Glibc.listen(descriptor, 256) == 0 else { throw POSIXError(.EADDRINUSE) }
    return port
  }

  private static func bind(_ descriptor: Int32, _ address: UInt32, _ port: UInt16) throws -> UInt16 {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    place.sin_addr.s_addr = address.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        Glibc.bind(descriptor, pointer, length) == 0 && getsockname(descriptor, pointer, &length) == 0
      }
    }
    guard status else { throw POSIXError(.EADDRINUSE) }
    return UInt16(bigEndian: place.sin_port)
  }
}
