import HeronCurl
import Testing

struct AddressGuardTests {
  private struct Row {
    let prefix: String
    let last: String
    let name: String
    let isStandard: Bool

    init(_ prefix: String, _ last: String, _ name: String, always isStandard: Bool = false) {
      (self.prefix, self.last, self.name, self.isStandard) = (prefix, last, name, isStandard)
    }
  }

  // Written out, not read from the guard: prefix, its last address, name.
  private static let rows = [
    Row("0.0.0.0", "0.0.0.0", "unspecified", always: true),
    Row("0.0.0.0/8", "0.255.255.255", "this network", always: true),
    Row("169.254.0.0/16", "169.254.255.255", "link-local", always: true),
    Row("224.0.0.0/4", "239.255.255.255", "multicast", always: true),
    Row("255.255.255.255", "255.255.255.255", "limited broadcast", always: true),
    Row("::", "::", "unspecified", always: true),
    Row("fe80::/10", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "link-local", always: true),
    Row("ff00::/8", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "multicast", always: true),
    Row("127.0.0.0/8", "127.255.255.255", "loopback"), Row("10.0.0.0/8", "10.255.255.255", "private"),
    Row("172.16.0.0/12", "172.31.255.255", "private"), Row("192.168.0.0/16", "192.168.255.255", "private"),
    Row("100.64.0.0/10", "100.127.255.255", "shared by a carrier's customers"),
    Row("192.0.0.0/24", "192.0.0.255", "for protocol assignments"),
    Row("192.0.2.0/24", "192.0.2.255", "for documentation"),
    Row("198.51.100.0/24", "198.51.100.255", "for documentation"),
    Row("203.0.113.0/24", "203.0.113.255", "for documentation"),
    Row("192.88.99.0/24", "192.88.99.255", "a former 6to4 relay"),
    Row("198.18.0.0/15", "198.19.255.255", "for benchmarking"),
    Row("240.0.0.0/4", "255.255.255.254", "reserved"), Row("::1", "::1", "loopback"),
    Row("fc00::/7", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "unique-local"),
    Row("fec0::/10", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "site-local"),
    Row("100::/64", "100::ffff:ffff:ffff:ffff", "discard-only"),
    Row("2001:2::/48", "2001:2:0:ffff:ffff:ffff:ffff:ffff", "for benchmarking"),
    Row("2001:db8::/32", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "for documentation"),
    Row("3fff::/20", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "for documentation"),
    Row("5f00::/16", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "for segment routing"),
    Row("2001:1::", "2001:1::", "for protocol assignments"),
    Row("2001:1ff::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "for protocol assignments"),
    Row("0:0:1::", "63:ffff::", "not global unicast"), Row("4000::", "5eff::", "not global unicast"),
    Row("5f01::", "7fff::", "not global unicast"), Row("8000::", "fbff::", "not global unicast"),
    Row("fe00::/9", "fe7f:ffff::", "not global unicast"),
  ]

  @Test func `the first and the last address of every range are refused by name`() throws {
    for row in Self.rows {
      let first = try AddressPrefix(row.prefix).first
      let last = try address(row.last)
      // The network's first address has a name of its own.
      let names = row.name == "this network" ? [row.name, "unspecified"] : [row.name]
      for address in [first, last] {
        #expect(names.contains(AddressGuard.strict.refusal(of: address)?.range.name ?? "-"), "\(address)")
        #expect((AddressGuard.standard.refusal(of: address) != nil) == row.isStandard, "\(address)")
      }
    }
  }

  @Test func `the neighbours of every range are not of it`() throws {
    for row in Self.rows where row.prefix.contains("/") || row.prefix == row.last {
      let prefix = try AddressPrefix(row.prefix)
      let last = try address(row.last)
      for neighbour in [prefix.first.moved(by: -1), last.moved(by: 1)].compactMap(\.self) {
        let range = AddressGuard.strict.refusal(of: neighbour)?.range
        #expect(range?.prefix != prefix, "\(neighbour) beside \(row.prefix)")
      }
    }
  }

  @Test(arguments: [
    "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
    "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0", "192.0.1.255",
    "192.0.3.0", "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
    "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255", "8.8.8.8", "2000::",
    "2001:200::", "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::", "2001:4860:4860::8888", "2003::",
    "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:1000::", "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2606:4700::1111",
  ])
  func `a public address is allowed by every guard`(_ text: String) throws {
    let address = try address(text)
    #expect(AddressGuard.standard.refusal(of: address) == nil)
    #expect(AddressGuard.strict.refusal(of: address) == nil)
  }

  @Test(arguments: [
    "::ffff:%", "::%", "::ffff:0:%", "64:ff9b::%", "2002:&::1", "2001:0:&::f7f7:f7f7", "2001:0:808:808::!",
  ])
  func `an IPv4 address within another is what counts`(_ pattern: String) throws {
    let judged = [
      ("127.0.0.1", "7f00:1", "80ff:fffe", false), ("10.1.2.3", "a01:203", "f5fe:fdfc", false),
      ("169.254.169.254", "a9fe:a9fe", "5601:5601", true), ("224.0.0.1", "e000:1", "1fff:fffe", true),
      ("0.0.0.0", "0:0", "ffff:ffff", true),
    ]
    for (dotted, groups, inverted, isStandard) in judged where !(pattern == "::%" && dotted == "0.0.0.0") {
      let address = try Self.address(pattern, dotted, groups, inverted)
      let refusal = try #require(AddressGuard.strict.refusal(of: address), "\(address)")
      #expect(refusal.embedded == NetworkAddress(dotted))
      #expect(refusal.description.contains(" stands for \(dotted) ("))
      #expect((AddressGuard.standard.refusal(of: address) != nil) == isStandard, "\(address)")
    }
    let address = try Self.address(pattern, "8.8.8.8", "808:808", "f7f7:f7f7")
    #expect(AddressGuard.strict.refusal(of: address) == nil, "\(address)")
  }

  private func address(_ text: String) throws -> NetworkAddress { try #require(NetworkAddress(text)) }

  private static func address(
    _ pattern: String, _ dotted: String, _ groups: String, _ inverted: String
  ) throws -> NetworkAddress {
    let places = ["%": dotted, "&": groups, "!": inverted]
    return try #require(NetworkAddress(pattern.map { places[String($0)] ?? String($0) }.joined()))
  }

  @Test func `a locally translated address is refused by the strict guard and judged by the standard one`() throws {
    for text in ["64:ff9b:1::", "64:ff9b:1::808:808", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"] {
      #expect(AddressGuard.strict.refusal(of: try address(text))?.range.source == "RFC 8215")
    }
    #expect(AddressGuard.standard.refusal(of: try address("64:ff9b:1::a9fe:a9fe")) != nil)
    #expect(AddressGuard.standard.refusal(of: try address("64:ff9b:1::808:808")) == nil)
  }

  @Test func `an exception opens what it names and nothing else`() throws {
    let open = AddressGuard.strict.allowing([try AddressPrefix("10.1.0.0/16"), try AddressPrefix("::1")])
    for text in ["10.1.0.0", "10.1.255.255", "::1", "::ffff:10.1.2.3", "64:ff9b::10.1.2.3"] {
      #expect(open.refusal(of: try address(text)) == nil, "\(text)")
    }
    for text in ["10.0.255.255", "10.2.0.0", "127.0.0.1", "::ffff:10.2.0.0", "64:ff9b:1::10.1.2.3"] {
      #expect(open.refusal(of: try address(text)) != nil, "\(text)")
    }
    #expect(open.isStrict && open != .strict)
  }

  @Test(arguments: ["0.0.0.0/0", "128.0.0.0/1", "169.0.0.0/8"])
  func `a broad exception does not open what no guard allows`(text: String) throws {
    let open = AddressGuard.strict.allowing([try AddressPrefix(text), try AddressPrefix("::/0")])
    for text in ["169.254.169.254", "::ffff:169.254.169.254", "fe80::1", "ff02::1", "0.0.0.0", "::"] {
      #expect(open.refusal(of: try address(text)) != nil, "\(text)")
    }
    #expect(open.refusal(of: try address("169.253.0.1")) == nil)
    #expect(open.refusal(of: try address("::1")) == nil)
  }

  @Test func `a narrow exception opens even what no guard allows`() throws {
    let open = AddressGuard.standard.allowing([try AddressPrefix("169.254.0.0/16")])
    #expect(open.refusal(of: try address("169.254.1.1")) == nil)
  }

  @Test func `a refusal names address, range and source`() throws {
    let loopback = try #require(AddressGuard.strict.refusal(of: try address("127.0.0.1")))
    #expect("\(loopback)" == "127.0.0.1 is loopback (RFC 1122)")
    let mapped = try #require(AddressGuard.strict.refusal(of: try address("64:ff9b::7f00:1")))
    #expect("\(mapped)" == "64:ff9b::7f00:1 stands for 127.0.0.1 (NAT64), which is loopback (RFC 1122)")
  }
}

extension NetworkAddress {
  /// The address that many steps on; nil beyond the ends.
  fileprivate func moved(by steps: Int) -> NetworkAddress? {
    switch self {
    case .v4(let bits): UInt32(exactly: Int64(bits) + Int64(steps)).map(NetworkAddress.v4)
    case .v6(let bits) where steps < 0: bits == 0 ? nil : .v6(bits - UInt128(-steps))
    case .v6(let bits): bits == .max ? nil : .v6(bits + UInt128(steps))
    }
  }
}
