import Testing

@testable import heron_bench

@Suite struct FetchFlagTests {
  @Test func `a program's list and number go where its command says`() throws {
    let program = try #require(FetchProgram(argument: "C=./multi {list} -n={active}  poll"))
    #expect(program.name == "C")
    #expect(program.command(list: "a list", active: 6) == ["./multi", "a list", "-n=6", "poll"])
  }

  @Test(arguments: ["./multi {list}", "=./multi {list}", "C=", "C=./multi"])
  func `a program without name or list is refused`(argument: String) {
    #expect(FetchProgram(argument: argument) == nil)
  }

  @Test func `heron keeps to the number, to each origin too, and takes further flags`() {
    let program = FetchProgram.heron("heron", extra: ["--memory-cache", "0"])
    #expect(
      program.command(list: "urls", active: 32) == [
        "heron", "load", "--no-decode", "--quiet", "--from", "urls", "--max-active", "32", "--max-active-per-origin",
        "32", "--memory-cache", "0",
      ])
  }

  @Test func `a bar is a name and a ratio`() {
    #expect(FetchBar(argument: "C>=0.65") == FetchBar(name: "C", leastRatio: 0.65))
    for text in ["C", "C>=", "C>=fast", ">=1", "C>=-1", "C>=inf"] { #expect(FetchBar(argument: text) == nil) }
  }

  @Test func `numbers are separated by commas`() {
    #expect(ActiveCounts(argument: "6,32,64")?.values == [6, 32, 64])
    for text in ["", "6,", "0", "6,x", "-1"] { #expect(ActiveCounts(argument: text) == nil) }
  }
}
