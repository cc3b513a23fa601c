import Testing

@testable import heron_bench

@Suite struct ResultLineTests {
  private func results(_ output: String) throws -> [ResultLine] { try ResultLine.all(in: output) }

  @Test func `what a program says of itself is found among its other lines`() throws {
    let output = """
      warming up
      RESULT n=10000 bad=0 bytes=10240000 wall=0.240 req/s=41667 MB/s=42.7 cpu=0.21 rssKB=11000
      done
      """
    let result = try #require(try results(output).first)
    #expect(result.requests == 10_000)
    #expect(result.failures == 0)
    #expect(result.bytes == 10_240_000)
    #expect(result.wall == 0.24)
  }

  @Test func `a program that fetches twice has two results`() throws {
    let line = "RESULT n=1 bad=0 bytes=2 wall=0.5\n"
    #expect(try results(line + line).count == 2)
  }

  @Test func `a program that says nothing has no result`() throws {
    #expect(try results("fetched everything\n").isEmpty)
    #expect(try results("RESULTS are fine").isEmpty)
  }

  @Test(arguments: [
    "RESULT bad=0 bytes=2 wall=0.5", "RESULT n=1 bytes=2 wall=0.5", "RESULT n=1 bad=0 wall=0.5",
    "RESULT n=1 bad=0 bytes=2", "RESULT n=one bad=0 bytes=2 wall=0.5", "RESULT n=1 bad=0 bytes=2 wall=0",
    "RESULT n=1 bad=0 bytes=2 wall=inf", "RESULT all went well", "RESULT ",
  ])
  func `a result that lacks a field is an error and not left out`(line: String) {
    #expect(throws: ResultLine.Unreadable.self) { try results(line) }
  }
}
