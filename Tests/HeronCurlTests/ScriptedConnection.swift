import Glibc

/// One accepted connection, used by its script on the script's own thread.
final class ScriptedConnection {
  private let descriptor: Int32
  private var isOpen = true
  private var received: [UInt8] = []

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The next request's head without its last line break; nil when the client has closed.
  func readRequest() -> String? {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if received.count >= end.count,
        let start = (0...(received.count - end.count)).first(where: { received[$0..<($0 + 4)].elementsEqual(end) })
      {
        defer { received.removeFirst(start + end.count) }
        return String(decoding: received[..<start], as: UTF8.self)
      }
      guard receive() else { return nil }
    }
  }

  /// Waits until the client closes or resets the connection.
  func waitForEnd() { while receive() {} }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends all of `bytes`, or as much as the client takes; false where it takes no more.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Closes with a reset instead of an orderly end.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  func close() {
    if isOpen { Glibc.close(descriptor) }
    isOpen = false
  }

  private func receive() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    received += buffer[..<count]
    return true
  }
}
