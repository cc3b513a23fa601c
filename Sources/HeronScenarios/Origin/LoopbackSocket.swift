import Glibc

/// What the system said when a socket could not be had.
public struct SocketError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The call that failed.
  public let call: String
  /// Its errno.
  public let code: Int32

  /// In the system's words.
  public var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// A TCP socket on 127.0.0.1; closed when it is released.
final class LoopbackSocket: Sendable {
  private let descriptor: Int32

  init() throws(SocketError) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    if descriptor < 0 { throw SocketError(call: "socket", code: errno) }
  }

  deinit { close(descriptor) }

  /// Takes that port, also where connections to it are left over; with 0 one that is free. Tells which.
  func bind(port: Int = 0) throws(SocketError) -> Int {
    var isReused: Int32 = 1
    let optionSize = socklen_t(MemoryLayout<Int32>.size)
    if port > 0, setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, optionSize) != 0 {
      throw SocketError(call: "setsockopt", code: errno)
    }
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    var address = Self.address(port: port)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, size) == 0 ? getsockname(descriptor, $0, &size) : -1
      }
    }
    if result != 0 { throw SocketError(call: "bind", code: errno) }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// Has the kernel accept connections, one more than `backlog` of them.
  func listen(backlog: Int32) throws(SocketError) {
    if Glibc.listen(descriptor, backlog) != 0 { throw SocketError(call: "listen", code: errno) }
  }

  /// Connects, and waits until that is done.
  func connect(port: Int) throws(SocketError) {
    var address = Self.address(port: port)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result != 0 { throw SocketError(call: "connect", code: errno) }
  }

  private static func address(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(clamping: port)).bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    return address
  }
}
