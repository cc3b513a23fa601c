import Testing

@testable import heron_bench

@Suite struct FetchTableTests {
  private func samples(_ walls: [Double], processor: Double, mebibytes: Double, own: Double? = nil) -> FetchSamples {
    var samples = FetchSamples()
    for wall in walls {
      let outcome = ChildProcess.Outcome(
        wall: wall, processor: processor, peakMemory: mebibytes * 1_048_576, output: "")
      samples.add(outcome, ownWall: own)
    }
    return samples
  }

  private func rows(own: Double?, _ bars: [FetchBar] = []) -> [Row] {
    let heron = samples([2, 1, 4], processor: 1, mebibytes: 30)
    let table = FetchTable(
      active: 6, volume: FetchVolume(requests: 1000, bytes: 5_000_000), heron: heron, bars: bars)
    return table.rows(beside: "C", samples([1, 1, 1], processor: 0.5, mebibytes: 10, own: own))
  }

  @Test func `each figure is a median with its spread, beside the program's, and their ratio`() {
    let rows = rows(own: 0.5)
    #expect(rows.map(\.unit) == ["1/s", "1/s", "MB/s", "µs", "MiB"])
    #expect(rows.map { $0.value?.median } == [500, 500, 2.5, 1000, 30])
    #expect(rows.map { $0.peer?.median } == [1000, 2000, 5, 500, 10])
    #expect(rows.map(\.ratio) == [0.5, 0.25, 0.5, 2, 3])
    #expect(rows[0].value?.least == 250)
    #expect(rows[0].value?.most == 1000)
  }

  @Test func `a program without a clock of its own has no row for it`() {
    #expect(rows(own: nil).map(\.unit) == ["1/s", "MB/s", "µs", "MiB"])
  }

  @Test func `a bar is for the program that it names, and met from its ratio on`() {
    #expect(rows(own: nil, [FetchBar(name: "C", leastRatio: 0.5)])[0].isMet == true)
    #expect(rows(own: nil, [FetchBar(name: "C", leastRatio: 0.51)])[0].isMet == false)
    #expect(rows(own: nil, [FetchBar(name: "D", leastRatio: 0.1)]).allSatisfy { $0.isMet == nil })
  }

  @Test func `the table has a line for each figure`() {
    let lines = Report.table(rows(own: nil, [FetchBar(name: "C", leastRatio: 0.65)])).split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[1].hasPrefix("6 active, requests a second; C"))
    #expect(lines[1].contains("500 (250 … 1000)"))
    #expect(lines[1].contains("0.500 ×  ≥ 0.650 ×  NO"))
  }
}
