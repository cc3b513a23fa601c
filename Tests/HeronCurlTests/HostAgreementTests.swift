import Foundation
import HeronCurl
import Testing

@testable import HeronEngine

/// The engine's limits hold for the origin that it reads in a URL; curl connects to the one that it reads.
@Suite(.timeLimit(.minutes(1)))
struct HostAgreementTests {
  @Test(arguments: [
    "http://a.test/", "http://A.Test:80/", "http://a.test:81?b", "http://a.test#b.test", "http://b.test@a.test/",
    "http://b.test:80@a.test:81/", "http://a.test:/", "http://a.test:080/", "http://a.test?@b.test/",
    "http://a.test#@b.test/", "http://a.test/@b.test", "http://b.test\\@a.test/", "http://a.test:80\\@b.test/",
    "http://b.test%2f@a.test/", "http://b.test%40@a.test/", "http://b@c@a.test/", "http://a.test;b.test/",
    "http://a.test&@b.test/", "http://[::1]:81/", "http://b.test@[::1]/", "http://[::1]b.test/", "http://a.test./",
    "http://127.1/", "http://2130706433/", "http://0x7f.0.0.1/", "http://0177.0.0.1/", "http://%31%32%37.0.0.1/",
    "http://127.0.0.1./", "http://0x7F000001/", "http://1.2.3/", "http://0300.0250.0.1/", "http://0/",
  ])
  func `engine and curl read the same host, or one of them reads none`(_ url: String) async throws {
    try await compare([url])
  }

  @Test(.enabled(if: corpus != nil, "HERON_CORPUS is not set"))
  func `engine and curl agree on the hosts of web-platform-tests`() async throws {
    let file = URL(fileURLWithPath: try #require(corpus)).appendingPathComponent("url/urltestdata.json")
    let rows = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [Any])
    let urls = rows.compactMap { ($0 as? [String: Any])?["input"] as? String }
    try await compare(urls.filter { $0.lowercased().hasPrefix("http://") }, atLeast: 40)
  }

  /// Holds what curl sends as Host, wherever it would have connected to, against the engine's origin.
  private func compare(_ urls: [String], atLeast least: Int = 0) async throws {
    let server = try CountingServer()
    var configuration = CurlConfiguration()
    configuration.connectTo = ["::127.0.0.1:\(server.port)"]
    let transport = try CurlTransport(configuration)
    var compared = 0
    for url in urls {
      guard let origin = try? URLRules.origin(of: url, maxBytes: 8 << 10) else { continue }
      let text = await transport.fetch(TransportRequest(url: url)).text
      guard let line = text.split(separator: "\r\n").first(where: { $0.hasPrefix("Host: ") }) else { continue }
      let read = line.dropFirst("Host: ".count).lowercased()
      #expect(isOneHost(origin.name, read), "\(url): \(origin.name), \(read)")
      compared += 1
    }
    #expect(compared >= least)
  }

  // curl escapes what is no letter, and writes IPv6 addresses out: another spelling of one place, not another place.
  private func isOneHost(_ origin: String, _ read: String) -> Bool {
    let name = origin.dropFirst("http://".count)
    let place = name.hasSuffix(":80") ? name.dropLast(3) : name
    if unescaped(place) == unescaped(read) { return true }
    // It writes numbers out before it undoes escapes, so some of them are left to the resolver, which is inet_aton.
    if !place.contains("["), HostName.canonical(Array(read.utf8)[...]) == place { return true }
    return address(read[...]) != nil && address(read[...]) == address(place)
  }

  // Without port or zone.
  private func address(_ place: Substring) -> NetworkAddress? {
    guard let end = place.lastIndex(of: "]") else { return NetworkAddress(place.prefix { $0 != ":" }) }
    return NetworkAddress(place[..<end].dropFirst().prefix { $0 != "%" })
  }

  private func unescaped(_ text: some StringProtocol) -> [UInt8] {
    var bytes = Array(text.utf8)[...]
    var result: [UInt8] = []
    while let byte = bytes.popFirst() {
      let digits = String(decoding: bytes.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
        let escaped = UInt8(digits, radix: 16)
      {
        bytes = bytes.dropFirst(2)
        result.append(escaped)
      } else {
        result.append(byte)
      }
    }
    return result
  }
}
