import Testing

@testable import heron

@Suite struct OutputNameTests {
  @Test(arguments: [
    ("https://a.example/b/c.png", "c.png"),
    ("https://a.example/b/c.png?size=2&x=/y.gif#top", "c.png"),
    ("https://a.example", "index"),
    ("https://a.example/", "index"),
    ("https://a.example/b/", "index"),
    ("https://a.example?x=1", "index"),
    ("https://a.example/a%20b.png", "a b.png"),
    ("https://a.example/%E2%9C%93.png", "✓.png"),
    ("https://a.example/100%", "100%"),
    ("https://a.example/100%zz", "100%zz"),
    ("pictures/7.png", "7.png"),
  ]) func `a file is called like the last part of the path`(url: String, name: String) {
    #expect(OutputName(url: url).candidate(1) == name)
  }

  @Test(arguments: [
    ("https://a.example/..", "index"),
    ("https://a.example/%2e%2e", "index"),
    ("https://a.example/%2e%2e%2fetc%2fpasswd", "_etc_passwd"),
    ("https://a.example/..%5c..%5cx.png", "_.._x.png"),
    ("https://a.example/.bashrc", "bashrc"),
    ("https://a.example/a%00b%0ac%1b[2J.png", "a_b_c_[2J.png"),
    ("https://a.example/a%E2%80%AEgnp.exe", "a_gnp.exe"),
  ]) func `nothing in a URL leads out of the folder, hides or fools the terminal`(url: String, name: String) {
    #expect(OutputName(url: url).candidate(1) == name)
  }

  @Test func `a broken percent-encoding and broken UTF-8 still give a name`() {
    #expect(OutputName(url: "http://a/%ff%fe.png").candidate(1) == "\u{FFFD}\u{FFFD}.png")
  }

  @Test func `further files of a name are numbered before the extension`() {
    let name = OutputName(url: "http://a/b.tar.gz")
    #expect((1...3).map(name.candidate) == ["b.tar.gz", "b.tar-2.gz", "b.tar-3.gz"])
    #expect(OutputName(url: "http://a/").candidate(2) == "index-2")
  }

  @Test func `a long name is cut between letters and keeps its extension`() {
    let name = OutputName(url: "http://a/" + String(repeating: "é", count: 500) + ".png").candidate(1)
    #expect(name.utf8.count <= 196)
    #expect(name.hasSuffix("é.png"))
    #expect(OutputName(url: "http://a/" + String(repeating: "a.", count: 500)).candidate(1).utf8.count <= 196)
  }
}
