/// A port of 127.0.0.1 that refuses every connection: it is taken, and nobody listens. Free again when it is released.
public final class RefusingPort: Sendable {
  /// The port.
  public let port: Int

  private let socket: LoopbackSocket

  /// A port that is free. Throws what the system says when there is no socket left.
  public init() throws(SocketError) {
    socket = try LoopbackSocket()
    port = try socket.bind()
  }

  /// The URL of a path, which begins with a slash.
  public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }
}
