/// Spellings of addresses that a strict guard refuses. `%` stands for a port.
enum ForbiddenSpellings {
  /// Those of 127.0.0.1 that curl understands, whatever the resolver.
  static let ofLoopback = [
    "http://127.0.0.1:%/", "http://2130706433:%/", "http://017700000001:%/", "http://0x7f000001:%/",
    "http://0X7F000001:%/", "http://0177.0.0.1:%/", "http://0177.0.0.01:%/", "http://127.0.0.01:%/",
    "http://127.00000.0.1:%/", "http://0x7f.0.0.1:%/", "http://0x7f.0x0.0x0.0x1:%/", "http://0x7f.1:%/",
    "http://0177.1:%/", "http://127.1:%/", "http://127.0.1:%/", "http://127.0x0.1:%/", "http://127.000001:%/",
    "http://%31%32%37.0.0.1:%/", "http://127%2e0%2E0%2e1:%/", "http://12%37.1:%/", "http://localhost:%/",
    "http://LocalHost:%/", "http://%6cocalhost:%/", "http://any.localhost:%/", "http://example.com@127.0.0.1:%/",
    "http://example.com:80@127.0.0.1:%/", "http://example.com%2f@127.0.0.1:%/", "http://@127.0.0.1:%/",
    "http://127.0.0.1:%?@example.com/", "http://127.0.0.1:%#@example.com/", "HTTP://127.0.0.1:%/",
    "http://127.0.0.1:0%/",
  ]

  /// Those of other addresses that curl understands.
  static let ofOthers = [
    "http://127.255.255.254:%/", "http://127.2:%/", "http://0:%/", "http://0.0.0.0:%/", "http://0x0:%/", "http://00:%/",
    "http://0.1:%/", "http://10.0.0.1:%/", "http://167772161:%/", "http://172.16.0.1:%/", "http://192.168.1:%/",
    "http://100.64.0.1:%/", "http://169.254.169.254:%/", "http://2852039166:%/", "http://0251.254.43518:%/",
    "http://198.18.0.1:%/", "http://192.0.0.1:%/", "http://192.0.2.1:%/", "http://224.0.0.1:%/", "http://240.0.0.1:%/",
    "http://255.255.255.255:%/", "http://4294967295:%/", "http://[::1]:%/", "http://[0:0:0:0:0:0:0:1]:%/",
    "http://[::0001]:%/", "http://[::1%25lo]:%/", "http://[::]:%/", "http://[::ffff:127.0.0.1]:%/",
    "http://[::ffff:7f00:1]:%/", "http://[::FFFF:7F00:0001]:%/", "http://[0:0:0:0:0:ffff:127.0.0.1]:%/",
    "http://[::127.0.0.1]:%/", "http://[::ffff:0:127.0.0.1]:%/", "http://[64:ff9b::7f00:1]:%/",
    "http://[64:ff9b::127.0.0.1]:%/", "http://[64:ff9b:1::127.0.0.1]:%/", "http://[2002:7f00:1::1]:%/",
    "http://[2001:0:7f00:1::f7f7:f7f7]:%/", "http://[2001:0:808:808::80ff:fffe]:%/", "http://[fe80::1]:%/",
    "http://[fe80::1%25lo]:%/", "http://[fc00::1]:%/", "http://[fd12:3456:789a::1]:%/", "http://[fec0::1]:%/",
    "http://[ff02::1]:%/", "http://[2001:db8::1]:%/", "http://[::2]:%/",
  ]

  /// Those that curl refuses itself, or not, or asks the resolver about: by its version, the locale and the network.
  static let ofSomeReadersOnly = [
    "http://127.0.0.1.:%/", "http://127.1.:%/", "http://2130706433.:%/", "http://localhost.:%/",
    "http://any.localhost.:%/", "http://127.0.0.1..:%/", "http://0x:%/", "http://4294967296:%/",
    "http://256.256.256.256:%/", "http://08.0.0.1:%/", "http://[127.0.0.1]:%/", "http://[::ffff:127.1]:%/",
    "http://[::ffff:0177.0.0.1]:%/", "http://１２７.０.０.１:%/", "http://127。0。0。1:%/", "http://①②⑦.⓪.⓪.①:%/",
    "http://①27.1:%/", "http://ⓛocalhost:%/", "http://loc\u{AD}alhost:%/", "http://127.0.0.1%2f.example.com:%/",
    "http://127.0.0.1%00.example.com:%/", "http://127.0.0.1%20:%/", "http://a@b@127.0.0.1:%/",
    "http://example.com:80\\@127.0.0.1:%/", "http:/127.0.0.1:%/", "http:///127.0.0.1:%/", "http:////127.0.0.1:%/",
    "http:\\\\127.0.0.1:%/", "http:127.0.0.1:%/", "http://127.0.0.1:%:80/", "//127.0.0.1:%/", "127.0.0.1:%/",
  ]

  /// `spelling` with a port.
  static func url(_ spelling: String, port: UInt16) -> String {
    // Behind a colon none of them has an escape.
    spelling.replacing(":%", with: ":\(port)").replacing(":0%", with: ":0\(port)")
  }
}
