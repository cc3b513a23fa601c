import Foundation

/// A name server on a loopback address that hears every question and answers none. What runs "within" it asks nobody
/// else: in a mount namespace of its own, /etc/resolv.conf names this server alone.
final class SilentResolver {
  private static let address = "127.77.0.1"

  private let socket: Int32
  private let settings: TemporaryFolder

  /// Whether this machine lets us: port 53 and a namespace are the superuser's.
  static let isPossible: Bool = {
    guard geteuid() == 0, (try? SilentResolver()) != nil else { return false }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["unshare", "--mount", "true"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  struct CannotListen: Error {}

  init() throws {
    settings = try TemporaryFolder()
    try Data("nameserver \(Self.address)\n".utf8).write(to: URL(filePath: settings.path).appending(path: "resolv.conf"))
    socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(53).bigEndian
    inet_pton(AF_INET, Self.address, &address.sin_addr)
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if status != 0 { throw CannotListen() }
  }

  deinit { close(socket) }

  /// The words that run `command` where only this server is asked.
  func within(_ command: [String]) -> [String] {
    let script = "mount --bind \"$0\" /etc/resolv.conf && exec \"$@\""
    return ["unshare", "--mount", "sh", "-c", script, settings.path + "/resolv.conf"] + command
  }
}
