import Testing

@testable import HeronScenarios

/// What of YAML is read, and what is not.
@Suite struct `The subset of YAML` {
  private static func node(_ text: String) throws(ScriptError) -> ScriptNode {
    try ScriptNode(reading: text, file: "f")
  }

  private static func error(_ text: String) -> String {
    do {
      _ = try node(text)
      return "nothing was found"
    } catch {
      return error.description
    }
  }

  @Test(arguments: [
    "a: {b: [1, two]}", "a:\n  b:\n  - 1\n  - 'two'", "{\"a\": {\"b\": [1, \"two\"]}}",
    "---\na:\n  b: [\n1,\ntwo]\n...\n",
    "\u{FEFF}a: {b: [1, two]}",
  ])
  func `maps, lists and words are read, in whatever form`(text: String) throws {
    let list = try #require(try Self.node(text)["a"]?["b"]?.list)
    #expect(list.compactMap(\.word) == ["1", "two"])
  }

  @Test(arguments: [
    ("", "f:1:1: found nothing"), ("# nothing\n", "found nothing"), ("a: &x 1", "f:1:4: found the anchor '&x'"),
    ("a: *x", "f:1:4: found an alias"), ("a: !!str x", "f:1:4: found the tag 'tag:yaml.org,2002:str'"),
    ("a: !x {}", "found the tag '!x'"), ("a: 1\n---\nb: 2", "f:2:1: found a second document"),
    ("%YAML 1.1\n---\na: 1", "found a directive"), ("a: 1\nb: 2\na: 3", "f:3:1: found 'a' twice, the first in line 1"),
    ("[a]: 1", "f:1:1: found a list, expected a key"), ("a: [", "not YAML: "), ("a: 1\n b: 2", "f:2:3: not YAML: "),
    ("é: 1\nb: \u{0}", "f:2:4: not YAML: control characters are not allowed"),
  ])
  func `what is not in it is an error with its place`(text: String, message: String) {
    #expect(Self.error(text).contains(message), "\(Self.error(text))")
  }

  @Test func `depth has a limit, far below that of a stack`() throws {
    _ = try Self.node(String(repeating: "[", count: 31) + String(repeating: "]", count: 31))
    #expect(Self.error(String(repeating: "[", count: 5000)).contains("more than 32 maps and lists within each other"))
  }

  @Test func `a long word with control characters is shown short and without them`() {
    let word = String(repeating: "x", count: 500)
    let message = Self.error("{\"\\e\(word)\": 1, \"\\e\(word)\": 2}")
    #expect(message.contains("twice") && message.count < 150 && !message.contains("\u{1B}"))
  }
}
