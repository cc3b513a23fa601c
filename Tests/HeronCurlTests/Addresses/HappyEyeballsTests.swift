import Foundation
import Glibc
import HeronCurl
import HeronEngine
import Testing

@Suite(
  .timeLimit(.minutes(1)), .enabled(if: (try? SilentSixListener(port: 0)) != nil, "there is no IPv6 on this machine"))
struct `Happy eyeballs` {
  // One address after the other, the second would be tried when the first one's hour is over.
  @Test func `an IPv6 address that answers no SYN does not keep from an IPv4 address that does`() async throws {
    let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
    let silent = try SilentSixListener(port: server.port)
    var configuration = CurlConfiguration()
    configuration.resolve = ["both.test:\(server.port):[::1],127.0.0.1"]
    let request = TransportRequest(url: "http://both.test:\(server.port)/", connectTimeout: .seconds(3600))
    let record = try await CurlTransport(configuration).fetch(request)
    #expect(record.body == Array("hello".utf8))
    withExtendedLifetime(silent) {}
  }
}

/// A port of ::1 where the queue of connections is full, so that Linux drops every SYN (listen(2)).
private final class SilentSixListener {
  private let listener: Int32
  private let filler: Int32

  init(port: UInt16) throws {
    listener = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    filler = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in6()
    place.sin6_family = sa_family_t(AF_INET6)
    place.sin6_port = port.bigEndian
    place.sin6_addr = in6addr_loopback
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let (listener, filler) = (listener, filler)
    let isFull = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        // A queue of length zero takes one.
        bind(listener, pointer, length) == 0 && listen(listener, 0) == 0
          && getsockname(listener, pointer, &length) == 0 && connect(filler, pointer, length) == 0
      }
    }
    if !isFull { throw POSIXError(.EADDRNOTAVAIL) }
  }

  deinit {
    close(filler)
    close(listener)
  }
}
