import ArgumentParser
import Heron
import Testing

@testable import heron

@Suite struct FlagTests {
  @Test func `every flag of the engine is an option of the command, and no other`() throws {
    let options = try EngineFlags.parse([]).options.map(\.name)
    #expect(options.sorted() == ConfigurationFlag.all.map(\.name).sorted())
  }

  @Test func `every option reaches its field`() throws {
    let wanted = Configuration(.kiosk)
    let arguments = ConfigurationFlag.all.map { "--\($0.name)=\($0.text(in: wanted))" }
    var configuration = Configuration(.bulk)
    try EngineFlags.parse(arguments).apply(to: &configuration)
    #expect(configuration == wanted)
  }

  @Test(arguments: [
    ["load"], ["load", "--max-active", "0", "u"], ["load", "--max-active", "ten", "u"],
    ["load", "--deadline", "5", "u"],
    ["load", "--no-such-flag", "u"], ["load", "--overwrite", "u"], ["load", "--header", "no colon", "u"],
    ["load", "--profile", "none", "u"], ["load", "--no-decode", "--checksum", "u"], ["decode"],
    ["origin", "--port", "70000"], ["demo", "--count", "0"], ["nonsense"],
    ["load", "--from", "/no/such/file"], ["load", "--trace", "-", "u"], ["load", "--trace", "/no/such/trace", "u"],
    ["load", "--header", "Range: bytes=5-", "u"], ["load", "--limit-rate", "100", "u"],
    ["load", "--limit-rate", "100B", "u"],
    ["load", "--resolve", "a:80", "u"], ["load", "--connect-to", "a:80:b", "u"], ["load", "--user-agent", "a\nb", "u"],
    ["load", "--cookie", "a=b\r\nX: y", "u"], ["load", "--cookie", "jar.txt", "u"],
    ["load", "--cookie", "a=b", "--header", "cookie: c=d", "u"], ["load", "--proxy", "localhost:99999", "u"],
    ["load", "--proxy", "ftp://localhost:8080", "u"], ["load", "--cacert", "/no/such/file", "u"],
    ["load", "--cacert", "/", "u"], ["load", "--cacert", "/dev/null", "u"],
    ["load", "--trace", "x", "--contact-sheet", "x", "u"], ["load", "--allow-address", "127.0.0.1/8", "u"],
    ["load", "--profile", "server", "--proxy", "http://127.0.0.1:9", "u"],
  ]) func `bad usage ends with status 2`(arguments: [String]) async {
    #expect(await Entrance.run(arguments) == 2)
  }

  @Test(arguments: ["Name: value", "Name:value", "Name: \tvalue"])
  func `a header field is a name, a colon and a value`(text: String) throws {
    let field = try #require(HeaderField(argument: text))
    #expect(field.name == "Name")
    #expect(field.value == "value")
  }

  @Test(arguments: ["", "Name", ": value", "Na me: value", "Name: a\r\nOther: b", "Name : value"])
  func `what is not a header field is refused`(text: String) {
    #expect(HeaderField(argument: text) == nil)
  }

  @Test func `a list of URLs has one a line, blanks and comments apart`() {
    let text = "# a list\nhttp://a/1\r\n\n  http://a/2  \n#http://a/3\nhttp://a/4"
    #expect(URLList.parse(Array(text.utf8)) == ["http://a/1", "http://a/2", "http://a/4"])
  }
}
