import HeronScenarios
import Testing

@Suite struct `Simulation` {
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `scenarios drawn from seeds break no invariant and come to rest`(seed: UInt64) throws {
    let scenario = RandomScenario.make(seed: seed, time: .seconds(20))
    let verdict = Verdict(try VirtualRun.run(scenario, seed: seed))
    #expect(verdict.outcome == .holds, "\(verdict.record.breaches)\n\(scenario.text)")
    #expect(verdict.record.steps > 100)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a scenario's text reads as the same scenario`(seed: UInt64) throws {
    let scenario = RandomScenario.make(seed: seed, time: .seconds(5))
    let again = try Scenario(reading: scenario.text, file: "again.yaml")
    #expect(again.text == scenario.text)
    guard seed <= 4 else { return }
    let digests = try [scenario, again].map { try VirtualRun.run($0, seed: seed).digest }
    #expect(digests[0] == digests[1])
  }

  @Test func `a longer time is as busy as a short one`() {
    func count(_ time: Duration) -> Int { RandomScenario.make(seed: 5, time: time).steps.count }
    #expect(count(.seconds(600)) > 5 * count(.seconds(60)))
  }

  @Test func `a run that is not wanted any more ends early`() throws {
    let scenario = RandomScenario.make(seed: 3, time: .seconds(60))
    let whole = try VirtualRun.run(scenario, seed: 3)
    var pieces = 0
    let part = try VirtualRun.run(
      scenario, seed: 3,
      isStopped: {
        pieces += 1
        return pieces > 50
      })
    #expect(part.steps <= 50 && whole.steps > 500)
  }

  @Test func `the same seed draws the same scenario, another one another`() {
    let texts = [3, 3, 4].map { RandomScenario.make(seed: $0, time: .seconds(60)).text }
    #expect(texts[0] == texts[1] && texts[1] != texts[2])
  }

  @Test func `what is not needed to show a thing is left out`() {
    let scenario = RandomScenario.make(seed: 3, time: .seconds(60))
    func requests(_ scenario: Scenario) -> Int {
      scenario.steps.reduce(0) { sum, step in
        if case .request(let requests) = step.act { sum + requests.count } else { sum }
      }
    }
    let short = ScenarioMinimiser.minimise(scenario) { requests($0) >= 5 }
    #expect((try? Scenario(reading: short.text, file: "short.yaml")) != nil)
    #expect(short.steps.count == 1)
    #expect((5..<10).contains(requests(short)))
    #expect(short.flags.isEmpty && short.origins.count == 1)
    #expect(short.origins[0].script.lots.isEmpty)
  }
}
