import Foundation
import Synchronization

/// A name server on a loopback address that hears every question. What runs "within" it asks nobody else: in a mount
/// namespace of its own, /etc/resolv.conf names this server alone.
final class NameServer: Sendable {
  // Tests run side by side: each server has an address of its own.
  private static let number = Atomic<Int>(0)

  /// How often it was asked for an IPv4 address.
  var questions: Int { asked.load(ordering: .relaxed) }

  private let asked = Atomic<Int>(0)
  private let descriptor: Int32
  private let settings: TemporaryFolder

  /// Whether this machine lets us: port 53 and a namespace are the superuser's.
  static let isPossible: Bool = {
    guard geteuid() == 0, (try? NameServer.silent()) != nil else { return false }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["unshare", "--mount", "true"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  struct CannotListen: Error {}

  /// One that answers nothing.
  static func silent() throws -> NameServer { try NameServer() }

  /// One by which every name is 127.0.0.1, and has no IPv6 address.
  static func loopback() throws -> NameServer {
    let server = try NameServer()
    let descriptor = server.descriptor
    Thread.detachNewThread { [weak server] in
      var buffer = [UInt8](repeating: 0, count: 512)
      while true {
        var sender = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let count = withUnsafeMutablePointer(to: &sender) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            recvfrom(descriptor, &buffer, buffer.count, 0, $0, &size)
          }
        }
        guard count > 0, let server, let answer = server.answer(to: buffer.prefix(count)) else { return }
        _ = withUnsafePointer(to: &sender) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            sendto(descriptor, answer, answer.count, 0, $0, size)
          }
        }
      }
    }
    return server
  }

  private init() throws {
    let place = "127.77.0.\(Self.number.add(1, ordering: .relaxed).newValue)"
    settings = try TemporaryFolder()
    try Data("nameserver \(place)\n".utf8).write(to: URL(filePath: settings.path).appending(path: "resolv.conf"))
    descriptor = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(53).bigEndian
    inet_pton(AF_INET, place, &address.sin_addr)
    let descriptor = descriptor
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if status != 0 { throw CannotListen() }
  }

  deinit {
    // Wakes the thread that answers.
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  /// The words that run `command` where only this server is asked.
  func within(_ command: [String]) -> [String] {
    let script = "mount --bind \"$0\" /etc/resolv.conf && exec \"$@\""
    return ["unshare", "--mount", "sh", "-c", script, settings.path + "/resolv.conf"] + command
  }

  // RFC 1035 §4.1.
  private func answer(to question: ArraySlice<UInt8>) -> [UInt8]? {
    let headerSize = 12
    guard let end = question.dropFirst(headerSize).firstIndex(of: 0), end + 4 < question.endIndex else { return nil }
    let isForIPv4 = question[end + 2] == 1
    if isForIPv4 { asked.add(1, ordering: .relaxed) }
    let count: UInt8 = isForIPv4 ? 1 : 0
    let header = Array(question.prefix(2)) + [0x81, 0x80, 0, 1, 0, count, 0, 0, 0, 0]
    let record: [UInt8] = isForIPv4 ? [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1] : []
    return header + question[headerSize...(end + 4)] + record
  }
}
