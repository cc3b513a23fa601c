/// A port of 127.0.0.1 that lets every connection hang: the SYN is dropped, as a firewall may do.
///
/// Its queue of accepted connections is full and never emptied; Linux answers no SYN then (listen(2),
/// tcp_abort_on_overflow in tcp(7)). The port is free again when it is released.
public final class SilentListener: Sendable {
  /// The port.
  public let port: Int

  private let listener: LoopbackSocket
  private let filler: LoopbackSocket

  /// That port, or with 0 one that is free. Throws what the system says when there is no socket left.
  public init(port: Int = 0) throws(SocketError) {
    listener = try LoopbackSocket()
    self.port = try listener.bind(port: port)
    // A queue of length zero takes one.
    try listener.listen(backlog: 0)
    filler = try LoopbackSocket()
    try filler.connect(port: self.port)
  }

  /// The URL of a path, which begins with a slash.
  public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }
}
