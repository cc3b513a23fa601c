import Testing

@testable import heron_bench

@Suite struct ChildProcessTests {
  @Test func `what a program prints is kept, and what it took is told`() throws {
    let outcome = try ChildProcess.run(["sh", "-c", "echo out; echo err >&2"], keepsOutput: true)
    #expect(outcome.output == "out\nerr\n")
    #expect(outcome.wall > 0)
    #expect(outcome.processor > 0)
    #expect(outcome.peakMemory > 0)
  }

  @Test func `standard output that is not kept leaves standard error`() throws {
    #expect(try ChildProcess.run(["sh", "-c", "echo out; echo err >&2"], keepsOutput: false).output == "err\n")
  }

  @Test func `output longer than a pipe holds does not stop it`() throws {
    let outcome = try ChildProcess.run(["head", "-c", "1000000", "/dev/zero"], keepsOutput: true)
    #expect(outcome.output.utf8.count == 1_000_000)
  }

  @Test func `a small program is not charged with its parent's memory`() throws {
    let outcome = try ChildProcess.run(["head", "-c", "200000000", "/dev/zero"], keepsOutput: false)
    let own = try #require(Meters.peakResident("self"))
    #expect(outcome.peakMemory < own)
  }

  @Test(arguments: [["sh", "-c", "echo sorry; exit 3"], ["sh", "-c", "kill -9 $$"], ["no-such-program"]])
  func `a program that does not start or does not end well is an error`(words: [String]) {
    #expect(throws: ChildProcess.Failure.self) { try ChildProcess.run(words, keepsOutput: true) }
  }
}
