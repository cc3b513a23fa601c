import ArgumentParser

/// `heron-bench stragglers`: how long healthy URLs take while three others come to nothing.
struct StragglersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stragglers",
    abstract: "Measures how long healthy URLs take beside a dead name, a swallowed SYN and a trickle.",
    discussion: """
      The loader is the shipped one with the settings for bulk, the origin is on the loopback. The three are asked for \
      first. The name fails soon where a name server answers; the other two keep a place each, of sixteen, until the \
      last healthy one has come: with a latency, places are what is scarce. Runs with and without them take turns.
      """)

  @Option(help: "How often each measurement runs; medians are printed, with the least and the most.") var runs = 5
  @Option(help: "How many healthy URLs.") var healthy = 1000
  @Flag(help: "Print JSON instead of a table.") var json = false

  func validate() throws {
    guard (1...1000).contains(runs) else { throw ValidationError("--runs: \(runs) is outside 1 … 1000") }
    guard (1...1_000_000).contains(healthy) else {
      throw ValidationError("--healthy: \(healthy) is outside 1 … 1000000")
    }
  }

  func run() async throws {
    let scene = try await StragglersScene.start()
    var rows: [Row] = []
    for latency in StragglersScene.latencies { rows.append(try measure(scene, latency)) }
    Progress.clear()
    print(json ? try Report.json(rows) : Report.table(rows))
    try await scene.shutDown()
  }

  private func measure(_ scene: StragglersScene, _ latency: Int) throws -> Row {
    // Once for nothing: the origin has its connections then.
    _ = try scene.measure(healthy, latency: latency, withStragglers: false)
    var with: [Double] = []
    var without: [Double] = []
    for round in 1...runs {
      Progress.tell("\(latency) ms, run \(round) of \(runs)")
      without.append(try scene.measure(healthy, latency: latency, withStragglers: false))
      with.append(try scene.measure(healthy, latency: latency, withStragglers: true))
    }
    return Row(
      group: "stragglers", title: "\(healthy) healthy of \(latency) ms, 3 stragglers; none", unit: "ms",
      value: Spread(with), peer: Spread(without), mostRatio: latency == 0 ? 1.05 : nil)
  }
}
