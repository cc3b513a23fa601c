import Testing

@testable import HeronEngine

@Suite struct `Which URLs are loaded` {
  @Test(arguments: [
    ("http://a.test/x", "http://a.test:80"),
    ("HTTP://A.Test/X", "http://a.test:80"),
    ("http://a.test:80/x", "http://a.test:80"),
    ("http://a.test:/x", "http://a.test:80"),
    ("http://a.test:0080/x", "http://a.test:80"),
    ("https://a.test", "https://a.test:443"),
    ("https://a.test:443?q", "https://a.test:443"),
    ("https://a.test:8443#f", "https://a.test:8443"),
    ("http://a.test:443/", "http://a.test:443"),
    ("http://user:pass@a.test/", "http://a.test:80"),
    ("http://user@b.test:81@a.test:82/", "http://a.test:82"),
    ("http://a.test/@b.test:81", "http://a.test:80"),
    ("http://a.test?u=http://b.test:9/", "http://a.test:80"),
    ("http://[::1]/x", "http://[::1]:80"),
    ("http://[2001:DB8::1]:8080/", "http://[2001:db8::1]:8080"),
    ("http://10.0.0.1:65535/", "http://10.0.0.1:65535"),
    ("http://127.1/", "http://127.0.0.1:80"),
    ("http://2130706433/", "http://127.0.0.1:80"),
    ("http://0x7F.0.0.1/", "http://127.0.0.1:80"),
    ("http://0177.0.0.1/", "http://127.0.0.1:80"),
    ("http://%31%32%37.0.0.1/", "http://127.0.0.1:80"),
    ("http://1.2.3/", "http://1.2.0.3:80"),
    ("http://256.1/", "http://256.1:80"),
    ("http://1.2.3.4.5/", "http://1.2.3.4.5:80"),
    ("http://08.1/", "http://08.1:80"),
    ("http://4294967296/", "http://4294967296:80"),
    ("http://face/", "http://face:80"),
    ("http://%41.test/", "http://a.test:80"),
    ("http://%zz.test/", "http://%zz.test:80"),
  ])
  func `an origin has one spelling`(url: String, origin: String) throws {
    #expect(try URLRules.origin(of: url, maxBytes: 8192).name == origin)
  }

  @Test(arguments: [
    ("", "does not begin"),
    ("a.test/x", "does not begin"),
    ("ftp://a.test/", "does not begin"),
    ("file:///etc/passwd", "does not begin"),
    ("javascript:alert(1)", "does not begin"),
    ("http:/a.test", "does not begin"),
    ("http://", "names no host"),
    ("http:///x", "names no host"),
    ("http://:80/", "names no host"),
    ("http://user@/", "names no host"),
    ("http://a.test:0/", "not a port"),
    ("http://a.test:65536/", "not a port"),
    ("http://a.test:8o/", "not a port"),
    ("http://a.test:-1/", "not a port"),
    ("http://a.test:99999999999999999999/", "not a port"),
    ("http://a.test/a b", "percent-encode"),
    ("http://a.test/a\nb", "percent-encode"),
    ("http://a.test/\u{7F}", "percent-encode"),
    ("http://a.test/\0", "percent-encode"),
    ("http://::1/", "brackets"),
    ("http://[::1/", "brackets"),
    ("http://::1]/", "brackets"),
    ("http://[::1]x/", "brackets"),
  ])
  func `a bad one is refused with a sentence that says why`(url: String, why: String) {
    do throws(MediaLoadError) {
      let origin = try URLRules.origin(of: url, maxBytes: 8192)
      Issue.record("'\(url)' passed for \(origin.name)")
    } catch {
      #expect(error.kind == .badURL)
      #expect(error.message.contains(why), "\(error.message)")
      #expect(error.message.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    }
  }

  @Test func `one that is too long is refused with the limit`() {
    let url = "http://a.test/" + String(repeating: "x", count: 86)
    #expect(throws: Never.self) { try URLRules.origin(of: url, maxBytes: 100) }
    do throws(MediaLoadError) {
      _ = try URLRules.origin(of: url, maxBytes: 99)
      Issue.record("it passed")
    } catch {
      #expect(error.limit == MediaLoadError.Limit("max-url", limit: 99, value: 100))
    }
  }

  @Test func `the same origin in the same spelling is checked as any other`() throws {
    var table = OriginTable()
    func origin(_ url: String) throws(MediaLoadError) -> OriginID {
      try table.origin(of: url, maxURLBytes: 40, settings: OriginHealthSettings(), limit: 10, now: .zero)
    }
    let first = try origin("http://a.test/1")
    #expect(try origin("http://a.test/2") == first)
    #expect(try origin("http://a.test:80/2") == first)
    #expect(throws: MediaLoadError.self) { try origin("http://a.test/a b") }
    #expect(throws: MediaLoadError.self) { try origin("http://a.test/" + String(repeating: "x", count: 40)) }
    #expect(try origin("http://a.test.evil.test/1") != first)
    #expect(try origin("http://a.test@evil.test/1") != first)
  }
}
