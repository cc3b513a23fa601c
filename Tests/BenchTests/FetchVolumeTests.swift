import Testing

@testable import heron_bench

@Suite struct FetchVolumeTests {
  private let volume = FetchVolume(requests: 3, bytes: 30)

  @Test func `heron's lines are counted`() throws {
    let output = """
      {"index":1,"url":"http://a/1","outcome":"loaded","bytes":10}
      {"index":2,"url":"http://a/2","outcome":"loaded","bytes":20}
      """
    #expect(try FetchVolume(heronOutput: output) == FetchVolume(requests: 2, bytes: 30))
  }

  @Test(arguments: [#"{"index":1,"url":"http://a/1","outcome":"failed"}"#, "", "loaded"])
  func `a list that heron does not load is no yardstick`(output: String) {
    #expect(throws: (any Error).self) { try FetchVolume(heronOutput: output) }
  }

  @Test func `a program that fetched everything passes, and its own clock counts`() throws {
    #expect(try volume.check("RESULT n=3 bad=0 bytes=30 wall=1.5", of: "C") == 1.5)
  }

  @Test func `a program that says nothing has no clock`() throws {
    #expect(try volume.check("30 bytes", of: "C") == nil)
  }

  @Test(arguments: [
    "RESULT n=3 bad=1 bytes=30 wall=1", "RESULT n=2 bad=0 bytes=30 wall=1", "RESULT n=3 bad=0 bytes=29 wall=1",
    "RESULT n=6 bad=0 bytes=60 wall=1", "RESULT n=3 bad=0 bytes=30 wall=1\nRESULT n=3 bad=0 bytes=30 wall=1",
  ])
  func `a program that fetched less, more, twice or in vain does not`(output: String) {
    #expect(throws: FetchVolume.Mismatch.self) { try volume.check(output, of: "C") }
  }
}
