import FoundationEssentials
import Testing

@testable import heron

@Suite struct OutputFolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `files of one name are numbered`() throws {
    var output = try OutputFolder(folder.path, overwrites: false)
    for text in ["one", "two", "three"] { _ = try output.write(Array(text.utf8), url: "http://a/x.png?\(text)") }
    #expect(try folder.files == ["x-2.png", "x-3.png", "x.png"])
    #expect(try folder.text("x.png") == "one")
    #expect(try folder.text("x-3.png") == "three")
  }

  @Test func `a file that is there is kept`() throws {
    try folder.write("mine", to: "x.png")
    var output = try OutputFolder(folder.path, overwrites: false)
    #expect(try output.write([1], url: "http://a/x.png") == "\(folder.path)/x-2.png")
    #expect(try folder.text("x.png") == "mine")
  }

  @Test func `a file that is there is replaced where that is allowed, one of this run never`() throws {
    try folder.write("old", to: "x.png")
    var output = try OutputFolder(folder.path, overwrites: true)
    _ = try output.write(Array("new".utf8), url: "http://a/x.png")
    _ = try output.write(Array("other".utf8), url: "http://b/x.png")
    #expect(try folder.files == ["x-2.png", "x.png"])
    #expect(try folder.text("x.png") == "new")
  }

  @Test func `a link is not followed out of the folder`() throws {
    let outside = try TemporaryFolder()
    try outside.write("safe", to: "target")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/x.png", withDestinationPath: "\(outside.path)/target")
    for overwrites in [false, true] {
      var output = try OutputFolder(folder.path, overwrites: overwrites)
      _ = try output.write(Array("evil".utf8), url: "http://a/x.png")
    }
    #expect(try outside.text("target") == "safe")
  }

  @Test func `a name that cannot be written is an error, and nothing is left over`() throws {
    try FileManager.default.createDirectory(atPath: "\(folder.path)/x.png", withIntermediateDirectories: false)
    var output = try OutputFolder(folder.path, overwrites: true)
    #expect(throws: FileError.self) { try output.write([1], url: "http://a/x.png") }
    #expect(try folder.files == ["x.png"])
  }

  @Test func `the folder is made, and a file in its place is an error`() throws {
    var output = try OutputFolder("\(folder.path)/new/deep", overwrites: false)
    #expect(try output.write([1], url: "http://a/x.png") == "\(folder.path)/new/deep/x.png")
    try folder.write("", to: "file")
    #expect(throws: FileError.self) { try OutputFolder("\(folder.path)/file", overwrites: false) }
  }
}
