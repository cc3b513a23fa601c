import ArgumentParser
import HeronCurl
import Testing

@testable import heron

@Suite struct NetworkFlagTests {
  @Test func `every flag of the network reaches the transport`() throws {
    let authority = try TemporaryFolder()
    try authority.write("-----BEGIN CERTIFICATE-----", to: "ca.pem")
    let options = try NetworkOptions.parse([
      "--limit-rate", "100KiB", "--connect-to", "a:1:b:2", "--connect-to", "::[::1]:", "--resolve", "a:80:192.0.2.7",
      "--user-agent", "Someone/1", "--proxy", "socks5h://user:pass@127.0.0.1:1080", "--cacert",
      "\(authority.path)/ca.pem", "--allow-address", "10.1.0.0/16", "--allow-address", "::1", "--cookie", "a=b; c=d",
    ])
    var wanted = CurlConfiguration()
    wanted.bytesPerSecond = 100 << 10
    wanted.connectTo = ["a:1:b:2", "::[::1]:"]
    wanted.resolve = ["a:80:192.0.2.7"]
    wanted.userAgent = "Someone/1"
    wanted.proxy = "socks5h://user:pass@127.0.0.1:1080"
    wanted.caFile = "\(authority.path)/ca.pem"
    wanted.addressGuard = .standard.allowing([try AddressPrefix("10.1.0.0/16"), try AddressPrefix("::1")])
    var configuration = CurlConfiguration()
    options.apply(to: &configuration)
    #expect(configuration == wanted)
    #expect(options.cookie == "a=b; c=d")
  }

  @Test func `without flags the network stays as it is`() throws {
    var configuration = CurlConfiguration()
    try NetworkOptions.parse([]).apply(to: &configuration)
    #expect(configuration == CurlConfiguration())
  }

  @Test(arguments: [
    ("a.example:80:192.0.2.7", "a.example:80:192.0.2.7"), ("*:443:192.0.2.7,::1", "*:443:192.0.2.7,[::1]"),
    ("a:80:[2001:db8::1]", "a:80:[2001:db8::1]"), ("a:80:2001:db8::1", "a:80:[2001:db8::1]"),
  ]) func `a name is given addresses in curl's form`(text: String, entry: String) throws {
    #expect(try NetworkFlagText.resolve(text) == entry)
  }

  @Test(arguments: [
    "", "a", "a:80", "a:80:", "a::192.0.2.7", "a:0:192.0.2.7", "a:65536:192.0.2.7", "a:+1:192.0.2.7", ":80:192.0.2.7",
    "-a:80:192.0.2.7", "a:80:name.example", "a:80:192.0.2.7,", "a:80:192.0.2", "a b:80:192.0.2.7", "[a]:80:192.0.2.7",
    "[::1]:80:192.0.2.7",
    "a:80:192.0.2.7\0",
  ]) func `what names no host, port and address is refused`(text: String) {
    #expect(throws: (any Error).self) { try NetworkFlagText.resolve(text) }
  }

  @Test(arguments: ["a:1:b:2", ":::", "::b:2", "a:1::2", "a:1:b:", "[::1]:80:[::2]:81", "a.example:443:127.0.0.1:8443"])
  func `a place to connect to is in curl's form`(text: String) throws {
    #expect(try NetworkFlagText.connectTo(text) == text)
  }

  @Test(arguments: [
    "", "a:1:b", "a:1:b:2:3", "a:x:b:2", "a:1:b:70000", "a:1:-b:2", "::1:80:b:2", "a:1:b c:2", "a:1:[b]:2",
  ])
  func `what is no place to connect to is refused`(text: String) {
    #expect(throws: (any Error).self) { try NetworkFlagText.connectTo(text) }
  }

  @Test(arguments: ["http://p:1", "https://p", "HTTP://p:1/", "socks5://[::1]:1080", "socks5h://u:p@p:1"])
  func `a proxy is a URL of a scheme that is spoken`(text: String) throws {
    #expect(try NetworkFlagText.proxy(text) == text)
  }

  @Test(arguments: ["1KiB", "19KiB"])
  func `a rate at which transfers would look dead is refused, unless they may rest longer`(text: String) async {
    let arguments = ["load", "--limit-rate", text, "--slow-rate", "0", "http://127.0.0.1:1/"]
    #expect(await Entrance.run(arguments) == 2)
    #expect(await Entrance.run(arguments + ["--stall-timeout", "10m", "--max-attempts", "1", "--quiet"]) == 1)
  }

  @Test(arguments: [
    "", "//p:1", "p:0", "p:65536", "p:x", "socks4://p:1", "file:///p", "http://", "http://p:1/path", "http://p:1?q",
    "http://p\r\n",
  ])
  func `what is no proxy is refused`(text: String) {
    #expect(throws: (any Error).self) { try NetworkFlagText.proxy(text) }
  }

  @Test(arguments: [
    ("1B", 1), ("100KiB", 102_400), ("1.5MiB", 1_572_864), ("100", 100), ("100k", 102_400), ("2M", 2 << 20),
    ("1G", 1 << 30), ("0", 0), ("1.5m", 1_572_864),
  ])
  func `a rate has the suffixes of sizes, or those of curl`(text: String, rate: Int) throws {
    #expect(try NetworkFlagText.rate(text) == rate)
  }

  @Test(arguments: ["", "-1B", "-1", "k", "k1", "1kk", "1e3", "1e3B", "99999999TiB"])
  func `what is no rate is refused`(text: String) {
    #expect(throws: (any Error).self) { try NetworkFlagText.rate(text) }
  }

  @Test(arguments: ["a=b\r", "a=b\n", "a=b\0", "a", ""])
  func `what is no cookie is refused`(text: String) {
    #expect(throws: (any Error).self) { try NetworkFlagText.cookie(text) }
  }
}
