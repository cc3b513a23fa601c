import ArgumentParser
import Foundation

/// `heron-bench fetch`: `heron load --no-decode` beside other programs that fetch the same list.
///
/// Each run is a whole process, and each round runs every program once, so that a noisy minute favours no side.
struct FetchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Measures `heron load --no-decode` beside other programs that fetch the same URLs.",
    discussion: """
      A program beside must fetch every URL of {list}, {active} of them at a time, and end with status 0. Where it \
      prints a line `RESULT n=… bad=… bytes=… wall=…`, what it says is checked, and its wall time in seconds, without \
      start and end of its process, is told beside.

      Example:
        heron-bench fetch --list urls.txt --beside 'C=./multi {list} {active}' --bar 'C>=0.65' -- --memory-cache 0
      """)

  @Option(help: ArgumentHelp("URLs of a server that is near, one a line, all different.", valueName: "file"))
  var list: String
  @Option(help: ArgumentHelp("How many are fetched at a time: numbers, with commas between.", valueName: "numbers"))
  var active = ActiveCounts(values: [6, 32, 64])
  @Option(help: "How often each program runs; medians are printed, with the least and the most.") var runs = 5
  @Option(help: ArgumentHelp("The program; otherwise the one in this one's folder.", valueName: "file"))
  var heron: String?
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A program to run beside; may be given repeatedly. Its words are split at blanks.", valueName: "name=command"))
  var beside: [FetchProgram]
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("The least ratio of requests a second to a program beside.", valueName: "name>=ratio"))
  var bar: [FetchBar] = []
  @Flag(help: "Print JSON instead of a table.") var json = false
  @Argument(parsing: .postTerminator, help: ArgumentHelp("Further flags of heron load.", valueName: "flags"))
  var extra: [String] = []

  func validate() throws {
    guard (1...1000).contains(runs) else { throw ValidationError("--runs: \(runs) is outside 1 … 1000") }
    let names = beside.map(\.name)
    guard Set(names).count == names.count else { throw ValidationError("--beside: two programs have one name") }
    for bar in bar where !names.contains(bar.name) {
      throw ValidationError("--bar: there is no '\(bar.name)' beside")
    }
  }

  func run() throws {
    var rows: [Row] = []
    for active in active.values { rows += try measure(active) }
    Progress.clear()
    print(json ? try Report.json(rows) : Report.table(rows))
  }

  private func measure(_ active: Int) throws -> [Row] {
    let path = heron ?? Bundle.main.bundleURL.appending(path: "heron").path()
    let heron = FetchProgram.heron(path, extra: extra)
    Progress.tell("\(active) active: what the list comes to")
    let counted = try ChildProcess.run(heron.command(list: list, active: active) + ["--json"], keepsOutput: true)
    let volume = try FetchVolume(heronOutput: counted.output)
    var ofHeron = FetchSamples()
    var ofPeers = Array(repeating: FetchSamples(), count: beside.count)
    for round in 1...runs {
      Progress.tell("\(active) active, run \(round) of \(runs): heron")
      // What becomes of each picture is written, and thrown away: nobody here reads ten thousand lines.
      ofHeron.add(try ChildProcess.run(heron.command(list: list, active: active), keepsOutput: false))
      for (index, peer) in beside.enumerated() {
        Progress.tell("\(active) active, run \(round) of \(runs): \(peer.name)")
        let outcome = try ChildProcess.run(peer.command(list: list, active: active), keepsOutput: true)
        ofPeers[index].add(outcome, ownWall: try volume.check(outcome.output, of: peer.name))
      }
    }
    let table = FetchTable(active: active, volume: volume, heron: ofHeron, bars: bar)
    return zip(beside, ofPeers).flatMap { table.rows(beside: $0.name, $1) }
  }
}
