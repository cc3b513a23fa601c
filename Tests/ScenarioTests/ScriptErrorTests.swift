import HeronScenarios
import Testing

/// What the reader says to a file that is wrong, and where.
@Suite struct `Errors in scripts` {
  private static let head = """
    scenario: test
    about: A test.
    origins:
      a: {latency: 10ms}
      bee: {}
    """

  private static func error(_ text: String) -> ScriptError? {
    do {
      _ = try Scenario(reading: text, file: "f.yaml")
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("steps:\n  - {at: 0ms, request: 3, origin: a}\nsteps: []", 8, "found 'steps' twice, the first in line 6"),
    ("stepps: []", 6, "did you mean 'steps'?"),
    ("steps:\n  - {at: 0, request: 3, origin: a}\n  - {at: 3, request: 1, origin: a}", 8, "a time with its unit"),
    ("steps:\n  - {at: 0ms, request: three, origin: a}", 7, "found 'three', expected a whole number"),
    ("steps:\n  - {at: 0ms, request: 3, origin: c}", 7, "expected one of a, bee"),
    ("steps:\n  - {at: 0ms, request: 3, origin: be}", 7, "did you mean 'bee'?"),
    ("steps:\n  - {at: 0ms, request: 3}", 7, "neither 'origin' nor 'mix'"),
    ("steps:\n  - {at: 0ms, request: 3, mix: {a: 1, bee: 1}}", 7, "found 2 requests in the mix, expected 3"),
    ("steps:\n  - {at: 0ms}", 7, "nothing that happens"),
    ("steps:\n  - {at: 0ms, request: 1, kill: 2, origin: a}", 7, "'request' and 'kill'"),
    ("steps:\n  - {at: 0ms, network: up, tag: x}", 7, "says nothing of 'network'"),
    ("steps:\n  - {at: 0ms, scroll: 3, origin: a}", 7, "no 'screen'"),
    ("steps:\n  - {at: 2s, network: up}\n  - {at: 1s, network: down}", 8, "expected steps in order"),
    ("steps: []\nflags: [--max-actve=3]", 7, "did you mean '--max-active'?"),
    ("steps: []\nflags: [--max-active=x]", 7, "found 'x', expected a whole number"),
    ("steps: []\nflags: [max-active]", 7, "a flag with its value"),
    ("steps: []\nexpect: {delivred: 3}", 7, "did you mean 'delivered'?"),
    ("steps: []\nexpect: {delivered: 3s}", 7, "expected a whole number"),
    ("steps: []\nexpect: {wait: 3s}", 7, "expected min, mean, max or a percentile"),
    ("steps: []\nexpect: {delivered: p95 < 3}", 7, "is one value"),
    ("steps: []\nexpect: {'wait{origin=queen}': p95 < 3s}", 7, "expected one of a, bee"),
    ("steps: []\nexpect: {'wait{orgin=a}': p95 < 3s}", 7, "did you mean 'origin'?"),
    ("steps: []\nexpect: {'connections{origin=a}': 3}", 7, "expected no labels"),
    ("steps: []\nexpect: {delivered: \"<= 1.1 x baseline\"}", 7, "has none"),
    ("steps: []\nlink: lta", 7, "one of lan, wifi, lte, 3g, edge"),
    ("steps: []\nlink: {rtt: 10ms}", 7, "has no 'down'"),
    ("steps: []\nlink: {rtt: 10ms, down: 12Mbit}", 7, "a rate such as 12Mbit/s"),
    ("steps: []\nseed: 9..3", 7, "a number such as 7"),
    ("steps: &x []", 6, "anchor"),
    ("steps: !!seq []", 6, "tag"),
    ("steps: [", 7, "not YAML"),
    ("steps: []\nbaseline: {without: [c]}", 7, "expected one of a, bee"),
    (
      "time: 10s\nsteps:\n  - {at: 20s, network: up}", 8, "lasts until 20s, expected it within the scenario's time, 10s"
    ),
    ("time: 10s\nsteps:\n  - {at: 5s, request: 9, origin: a, over: 6s}", 8, "lasts until 11s"),
    ("steps:\n  - {at: 0ms, request: 0, origin: a}", 7, "a whole number from 1 to 1000000"),
    ("steps:\n  - {at: 0ms, request: 100000000, origin: a}", 7, "a whole number from 1 to 1000000"),
    (
      "steps:\n  - {at: 0ms, request: 600000, origin: a}\n  - {at: 0ms, request: 600000, origin: a}", 7,
      "1200000 requests"
    ),
    ("screen: {rows: 3, columns: 1000}\nsteps:\n  - {at: 0ms, scroll: 1001, origin: a}", 8, "at most 1000 rows"),
    (
      "steps:\n  - {at: 0ms, request: 1, origin: a, tag: page}\n  - {at: 0ms, cancel: all, tag: pag}", 8, "mean 'page'?"
    ),
    ("steps:\n  - {at: 0ms, kill: 100%, tag: x}", 7, "no request has one"),
    ("steps:\n  - {at: 0ms, origin: a, set: {}}", 7, "found nothing that changes"),
    ("steps:\n  - {at: 0ms, origin: a, set: {status: 302, location: 'origin:be'}}", 7, "did you mean 'bee'?"),
    ("steps:\n  - {at: 0ms, name: x, network: up}\n  - {at: 0ms, name: x, network: up}", 8, "second step of the name"),
    ("steps:\n  - {at: 0ms, flags: [--max-active=0]}", 7, "0 is outside 1 … 65536"),
    ("steps: []\nflags: [--max-active=0]", 7, "0 is outside 1 … 65536"),
    ("steps: []\nflags: [--max-active=1, --max-active=2]", 7, "found --max-active twice"),
    ("steps: []\nexpect: {'wait{tag=x}': p95 < 3s}", 7, "nothing in the scenario has a tag"),
    ("steps: []\nlink: lt", 7, "one of lan, wifi, lte"),
    ("steps: []\nprofile: interactiv", 7, "did you mean 'interactive'?"),
    ("steps: []\ntime: 99999h", 7, "at most 10000h"),
    ("steps: []\nflags: []", 7, "found an empty list"), ("steps: []\nthresholds: {wait: []}", 7, "an empty list"),
    ("steps: []\nworlds: []", 7, "found an empty list"), ("steps:\n  - {at: 0ms, kill: 0%}", 7, "more than nought"),
    ("steps:\n  - {at: 0ms, request: 1, origin: a, urls: 50}", 7, "at most the 1 requests"),
    ("steps: []\nseed: 1..1000001", 7, "a million seeds at most"),
  ])
  func `they tell line, what was found and what was expected`(text: String, line: Int, message: String) throws {
    let error = try #require(Self.error(Self.head + "\n" + text), "nothing was found")
    #expect(error.description.hasPrefix("f.yaml:"))
    #expect(error.line == line, "\(error)")
    #expect(error.message.contains(message), "\(error)")
  }

  @Test(arguments: [
    ("{latency: 10}", "a time with its unit"), ("{latency: 20ms..10ms}", "a time with its unit"),
    ("{status: 99}", "a whole number from 200 to 599"), ("{faults: [{fault: reset}]}", "has no 'share'"),
    ("{faults: [{share: 60%, status: 500}, {share: 60%, fault: reset}]}", "more than 100%"),
    ("{connect: bad-tls}", "needs 'tls: on'"),
    ("{protocol: h2, tls: \"off\"}", "h2 goes by TLS"), ("{replies: []}", "at least one reply"),
    ("{replies: [503, {staus: 200}]}", "did you mean 'status'?"), ("{fault: resett}", "one of none, reset"),
    ("{workers: 0}", "a whole number from 1 to 1000000"), ("[]", "a map with"), ("{rate: 0B}", "at least 1B"),
    ("{fault: bomb, body: 64KiB}", "found a bomb with a body of 64KiB, expected one over --max-body 32MiB"),
    ("{status: 503, retry-after: \"7\\r\\nX: y\"}", "control character"), ("{retry-after: 2.5s}", "whole seconds"),
    ("{status: 302, location: under:x}", "a folder with its slash"), ("{faults: [{share: 0%, status: 500}]}", "nought"),
    ("{body: 50GiB}", "found '50GiB', expected at most 256MiB"),
    ("{at: 10%}", "without a fault that happens at a place"),
    ("{faults: [{share: 1%, fault: close, at: 10%}]}", "without a fault that happens at a place"),
    ("{fault: reset, at: 30KiB}", "at most the 20KiB of the body"), ("{fault: reset, rate: 1KiB}", "'fault: trickle'"),
    ("{replies: [{location: /x}]}", "without the status of a redirect"), ("{faults: [{share: 1%}]}", "a share alone"),
    ("{status: 302, location: 'origin:bee'}", "expected one of a"),
  ])
  func `origins are read as strictly`(origin: String, message: String) throws {
    let text = "scenario: test\nabout: A test.\norigins:\n  a: \(origin)\nsteps: []"
    let error = try #require(Self.error(text), "nothing was found")
    #expect(error.line == 4, "\(error)")
    #expect(error.message.contains(message), "\(error)")
  }

  @Test func `JSON is understood, too`() throws {
    let text = """
      {"scenario": "test", "about": "A test.", "origins": {"a": {"latency": "10ms"}},
       "steps": [{"at": "0ms", "request": 3, "origin": "a"}], "expect": {"delivered": 3}}
      """
    let scenario = try Scenario(reading: text, file: "f.json")
    #expect(Verdict(try VirtualRun.run(scenario, seed: 1)).outcome == .holds)
  }

  @Test func `an expectation that does not hold is missed, with what came`() throws {
    let text = Self.head + "\nsteps:\n  - {at: 0ms, request: 3, origin: a}\nexpect: {delivered: 4}"
    let verdict = Verdict(try VirtualRun.run(Scenario(reading: text, file: "f.yaml"), seed: 1))
    #expect(verdict.outcome == .missed)
    #expect(verdict.checks.map(\.value) == ["3"])
  }
}
