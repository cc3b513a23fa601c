import Glibc

/// A client that knows nothing of HTTP but text: what it reads is what the socket gave.
final class RawClient {
  /// How the server ended the connection.
  enum Ending: Equatable {
    case closed
    case reset
    case failed(Int32)
  }

  struct Failure: Error, Equatable { var step: String, code: Int32 }

  private let descriptor: Int32
  private var buffer: [UInt8] = []

  /// Connects to the loopback; nothing that it waits for may take longer than ten seconds.
  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(step: "socket", code: errno) }
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(clamping: port)).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result != 0 { throw Failure(step: "connect", code: errno) }
  }

  deinit { close(descriptor) }

  /// Sends a GET with further header lines.
  func get(_ path: String, _ lines: String...) throws {
    try send("GET \(path) HTTP/1.1\r\nHost: test\r\n\(lines.map { $0 + "\r\n" }.joined())\r\n")
  }

  func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    let sent = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    if sent != bytes.count { throw Failure(step: "send", code: errno) }
  }

  /// The lines of the next head, the status line first.
  func readHead() throws -> [String] {
    while true {
      if let end = buffer.indices.dropLast(3).first(where: { Array(buffer[$0..<$0 + 4]) == Array("\r\n\r\n".utf8) }) {
        let text = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeFirst(end + 4)
        return text.split(separator: "\r\n").map(String.init)
      }
      if let ending = receive() { throw Failure(step: "head: \(ending)", code: 0) }
    }
  }

  /// The next `count` bytes, as text.
  func read(_ count: Int) throws -> String {
    while buffer.count < count {
      if let ending = receive() { throw Failure(step: "body: \(ending)", code: 0) }
    }
    defer { buffer.removeFirst(count) }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  /// All that still comes, as text, and how it ends.
  func readToEnd() -> (text: String, ending: Ending) {
    while true {
      guard let ending = receive() else { continue }
      return (String(decoding: buffer, as: UTF8.self), ending)
    }
  }

  /// Whether there is nothing to read at this moment.
  var isQuiet: Bool {
    var byte: UInt8 = 0
    return buffer.isEmpty && recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT) | Int32(MSG_PEEK)) < 0
      && errno == EAGAIN
  }

  private func receive() -> Ending? {
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    if count > 0 {
      buffer += chunk[..<count]
      return nil
    }
    if count == 0 { return .closed }
    return errno == ECONNRESET ? .reset : .failed(errno)
  }
}
