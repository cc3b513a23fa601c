/// A port of 127.0.0.1 that refuses every connection: it is taken, and nobody listens. Free again when it is released.
public final class RefusingPort: Sendable {
  /// The port.
  public let port: Int

  private let socket: LoopbackSocket

  /// That port, or with 0 one that is free. Throws what the system says when there is no socket left.
  public init(port: Int = 0) throws(SocketError) {
    socket = try LoopbackSocket()
    self.port = try socket.bind(port: port)
  }

  /// The URL of a path, which begins with a slash.
  public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }
}
