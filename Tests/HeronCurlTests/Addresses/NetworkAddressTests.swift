import HeronCurl
import Testing

struct NetworkAddressTests {
  @Test(arguments: [
    ("0.0.0.0", "0.0.0.0"), ("127.0.0.1", "127.0.0.1"), ("255.255.255.255", "255.255.255.255"), ("::", "::"),
    ("::1", "::1"), ("1::", "1::"), ("0:0:0:0:0:0:0:1", "::1"), ("2001:DB8::00a", "2001:db8::a"),
    ("1:0:0:2:0:0:0:3", "1:0:0:2::3"), ("1:0:0:2:3:0:0:4", "1::2:3:0:0:4"), ("1:2:3:4:5:6:7:0", "1:2:3:4:5:6:7:0"),
    ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("::ffff:127.0.0.1", "::ffff:127.0.0.1"),
    ("::ffff:7f00:1", "::ffff:127.0.0.1"), ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"),
    ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"),
  ])
  func `an address is read and spelt in one way`(_ text: String, _ spelling: String) throws {
    let address = try #require(NetworkAddress(text))
    #expect("\(address)" == spelling)
    #expect(NetworkAddress(spelling) == address)
  }

  @Test(arguments: [
    "", ".", ":", ":::", "1", "127.1", "127.0.0.1.", "0127.0.0.1", "0x7f.0.0.1", "256.0.0.1", "+1.0.0.1", "1.2.3.4.5",
    "1..2.3", " 1.2.3.4", "1.2.3.4 ", "１.2.3.4", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "1::2::3",
    "1:::2", ":1::", "12345::", "-1::", "+1::", "g::", "[::1]", "fe80::1%eth0", "::1.2.3", "1.2.3.4::", "::1.2.3.4:5",
    "1:2:3:4:5:6:7:1.2.3.4", "localhost",
  ])
  func `what is not an address is none`(_ text: String) {
    #expect(NetworkAddress(text) == nil)
  }

  @Test func `an address has four or sixteen bytes`() {
    #expect(NetworkAddress(bytes: [127, 0, 0, 1]) == NetworkAddress("127.0.0.1"))
    #expect(NetworkAddress(bytes: [UInt8](repeating: 0, count: 15) + [1]) == NetworkAddress("::1"))
    for count in [0, 3, 5, 15, 17] { #expect(NetworkAddress(bytes: [UInt8](repeating: 0, count: count)) == nil) }
  }

  @Test func `a prefix holds its first and its last address and no neighbour`() throws {
    let prefix = try AddressPrefix("10.1.0.0/16")
    let inside = ["10.1.0.0", "10.1.255.255"]
    let outside = ["10.0.255.255", "10.2.0.0", "::10.1.0.0", "::ffff:10.1.0.0"]
    #expect(inside.compactMap { NetworkAddress($0) }.filter(prefix.contains).count == inside.count)
    #expect(outside.compactMap { NetworkAddress($0) }.filter(prefix.contains).isEmpty)
  }

  @Test(arguments: ["0.0.0.0/0", "10.1.0.0/16", "192.0.2.7", "::/0", "fd00::/8", "2001:db8::1"])
  func `a prefix is spelt as it is read`(_ text: String) throws {
    #expect("\(try AddressPrefix(text))" == text)
  }

  @Test func `the widest prefix holds all of its own kind`() throws {
    let (all4, all6) = (try AddressPrefix("0.0.0.0/0"), try AddressPrefix("::/0"))
    for text in ["0.0.0.0", "255.255.255.255"] {
      let address = try #require(NetworkAddress(text))
      #expect(all4.contains(address) && !all6.contains(address))
    }
    for text in ["::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"] {
      let address = try #require(NetworkAddress(text))
      #expect(!all4.contains(address) && all6.contains(address))
    }
  }

  @Test func `a prefix that says two things, or nothing, is an error that shows it`() {
    for text in ["", "/8", "example.com", "127.1/8"] {
      #expect(throws: AddressPrefix.ParsingError.notAnAddress(text)) { try AddressPrefix(text) }
    }
    for text in [
      "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "::/129", "::/99999999999999999999",
    ] {
      #expect(throws: AddressPrefix.ParsingError.badLength(text)) { try AddressPrefix(text) }
    }
    for text in ["10.1.2.3/16", "0.0.0.1/0", "::1/127"] {
      #expect(throws: AddressPrefix.ParsingError.bitsBehindPrefix(text)) { try AddressPrefix(text) }
      #expect("\(AddressPrefix.ParsingError.bitsBehindPrefix(text))".contains(text))
    }
  }
}
