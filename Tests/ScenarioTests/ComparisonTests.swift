import HeronEngine
import Testing

@testable import HeronScenarios

@Suite struct `Policies side by side` {
  private func race(_ text: String, _ policies: [Policy]) throws -> [PolicyRace.Run] {
    let scenario = try Scenario(reading: text, file: "test.yaml")
    let line = try #require(NamedLine.all.first { $0.name == "lte" })
    return try PolicyRace(scenario, seed: 1, on: line, policies: policies).runs
  }

  private func scenario(_ origin: String, steps: String) -> String {
    """
    scenario: test
    about: A test.
    origins:
      photos: \(origin)
    steps:
      \(steps)
    """
  }

  @Test(arguments: Policy.all)
  func `each is one that the engine takes, and brings what is there to be had`(policy: Policy) throws {
    let runs = try race(
      scenario("{latency: 50ms}", steps: "- {at: 0ms, request: 30, origin: photos}"), [policy])
    #expect(runs[0].delivered == 30 && runs[0].lost == 0 && runs[0].waits.count == 30)
    #expect(runs[0].attempts == 30 && runs[0].peakActive > 1)
  }

  @Test func `who does not try again loses what another one brings`() throws {
    let runs = try race(
      scenario("{replies: [503, 200]}", steps: "- {at: 0ms, request: 5, origin: photos}"), [.heron, .nuke])
    #expect(runs[0].lost == 0 && runs[0].attempts == 10)
    #expect(runs[1].lost == 5 && runs[1].attempts == 5)
    #expect(runs[1].waits == [Double](repeating: .infinity, count: 5) && runs[1].fullScreen == .infinity)
  }

  @Test func `a race that is stopped has no runs`() throws {
    let scenario = try Scenario(
      reading: scenario("{latency: 50ms}", steps: "- {at: 0ms, request: 30, origin: photos, over: 2s}"),
      file: "test.yaml")
    let line = try #require(NamedLine.all.first)
    var pieces = 0
    let race = try PolicyRace(
      scenario, seed: 1, on: line, policies: [.heron, .nuke],
      isStopped: {
        pieces += 1
        return pieces > 400
      })
    #expect(race.runs.isEmpty)
  }

  @Test func `what nobody can bring is lost by nobody`() throws {
    let runs = try race(
      scenario("{status: 404}", steps: "- {at: 0ms, request: 5, origin: photos}"), [.heron, .kingfisher])
    #expect(runs.allSatisfy { $0.lost == 0 && $0.waits.isEmpty && $0.fullScreen == nil })
  }

  @Test func `what an origin forbids to ask for again counts for nobody`() throws {
    let reply = "{replies: [{status: 503, retry-after: 3600s}, 200]}"
    let runs = try race(
      scenario(reply, steps: "- {at: 0ms, request: 5, origin: photos}"), [.heron, .kingfisher])
    #expect(runs[0].delivered == 0 && runs[0].lost == 0)
    #expect(runs[1].delivered == 5 && runs[1].waits.isEmpty)
  }

  @Test func `the ancestor's failing pictures hold their slots, ours do not`() throws {
    let text = """
      scenario: test
      about: A test.
      time: 60s
      origins:
        good: {latency: 50ms}
        dead: {connect: refuse}
      steps:
        - {at: 0ms, request: 4, origin: dead}
        - {at: 1ms, request: 20, origin: good}
      """
    let runs = try race(text, [.heron, .ancestor])
    #expect(runs[0].delivered == 20 && runs[1].delivered == 0)
  }

  @Test func `a picture whose caller leaves before it comes is lost, where another policy brings it in time`() throws {
    let text = """
      scenario: test
      about: A test.
      origins:
        good: {latency: 50ms}
        dead: {connect: refuse}
      steps:
        - {at: 0ms, request: 4, origin: dead}
        - {at: 1ms, request: 20, origin: good}
        - {at: 5s, kill: 100%}
      """
    let runs = try race(text, [.heron, .ancestor])
    #expect(runs[0].lost == 0 && runs[1].lost == 20)
    #expect(
      runs[1].waits.count == 20 && runs[1].waits.allSatisfy { (4.9...5).contains($0) }, "they waited until they left")
    #expect(try #require(runs[0].fullScreen) < 5 && runs[1].fullScreen == .infinity)
  }

  @Test func `what went out of sight before the last request is not missing on the screen`() throws {
    let text = """
      scenario: test
      about: A test.
      screen: {rows: 2, columns: 2}
      origins:
        photos: {latency: 300ms}
      steps:
        - {at: 0ms, scroll: 20, over: 2s, origin: photos}
      """
    let runs = try race(text, [.heron, .ancestor])
    #expect(runs.allSatisfy { $0.fullScreen?.isFinite == true })
  }

  @Test func `a class matters to all but the ancestor`() throws {
    let steps = """
      - {at: 0ms, request: 40, origin: photos, priority: prefetch}
        - {at: 10ms, request: 4, origin: photos, priority: visible}
      """
    let runs = try race(scenario("{latency: 100ms}", steps: steps), [.nuke, .ancestor])
    #expect(runs[0].waits.count == 4 && runs[1].waits.count == 4)
    let slowest = try #require(runs[0].waits.max())
    #expect(try #require(runs[1].waits.min()) > slowest, "the ancestor takes them in the order of their coming")
  }

  @Test func `a defeat is more than chance, and losing less counts only for who asks no more`() throws {
    func run(_ wait: Double, lost: Int = 0, attempts: Int = 10) -> PolicyRace.Run {
      var run = PolicyRace.Run()
      run.waits = [wait]
      run.lost = lost
      run.attempts = attempts
      run.pictures = 10
      return run
    }
    let scenario = try Scenario(
      reading: scenario("{}", steps: "- {at: 0ms, request: 1, origin: photos}"), file: "test.yaml")
    let line = try #require(NamedLine.all.first)
    func defeats(_ ours: PolicyRace.Run, _ theirs: PolicyRace.Run) -> [PolicyComparison.Defeat.Measure] {
      var comparison = PolicyComparison([.heron, .nuke])
      comparison.add(PolicyComparison.Heat(scenario, on: line, races: [PolicyRace(runs: [ours, theirs])]))
      return comparison.defeats.map(\.measure)
    }
    #expect(defeats(run(1.04), run(1)).isEmpty)
    #expect(defeats(run(1.06), run(1)) == [.late])
    #expect(defeats(run(.infinity), run(1)) == [.late])
    #expect(defeats(run(1, attempts: 12), run(1)) == [.requests])
    #expect(defeats(run(1, attempts: 12), run(.infinity, lost: 1)).isEmpty, "it asks less, and loses more")
    #expect(defeats(run(1, lost: 1), run(1, attempts: 11)).isEmpty, "it loses less, and asks more")
    #expect(defeats(run(1, lost: 1), run(1)) == [.lost])
  }
}
