import Glibc
import Heron
import HeronScenarios

/// Tells of runs as they end, and sums them up.
struct ScenarioReport {
  var keepsVerdicts = false
  var keepsTimelines = false
  /// What `--report` writes.
  var page: HTMLReport?
  /// What `--junit` wrote, in the end.
  private(set) var cases = JUnitCases()
  private(set) var timeline = ""

  private let json: Bool
  private let isQuiet: Bool
  private let count: Int
  private let flags: [String]
  private let style: TextStyle
  private let isProgressShown: Bool
  private var done = 0
  private var outcomes: [Verdict.Outcome: Int] = [:]

  init(json: Bool, isQuiet: Bool, count: Int, flags: [String]) {
    self.json = json
    self.isQuiet = isQuiet
    self.count = count
    self.flags = flags
    style = TextStyle(for: .output)
    isProgressShown = !isQuiet && StandardStream.errors.isTerminal
    showProgress()
  }

  /// Takes a run.
  ///
  /// - Throws: what standard output says that takes no more.
  mutating func add(_ verdict: Verdict, _ agreement: WorldAgreement? = nil) throws {
    done += 1
    outcomes[verdict.outcome, default: 0] += 1
    clearProgress()
    if json {
      try write(verdict.json(agreement, flags: flags))
    } else {
      if !isQuiet || verdict.outcome != .holds { try write(verdict.line(style)) }
      if verdict.outcome != .holds { try write(verdict.explanation(flags: flags)) }
      if let agreement { try write(agreement.line) }
    }
    if keepsVerdicts { cases.add(verdict, explanation: verdict.explanation(flags: flags)) }
    page?.add(verdict, flags: flags, replay: verdict.replay(flags: flags))
    if keepsTimelines { addTimeline(verdict) }
    showProgress()
  }

  private func write(_ line: String) throws {
    guard !StandardStream.output.write(line: line) else { return }
    throw FileError(path: "standard output", act: "write to", code: errno).asCommandEnd
  }

  private mutating func addTimeline(_ verdict: Verdict) {
    timeline += "# \(verdict.record.scenarioName) seed \(verdict.record.seed) sha256 \(verdict.record.digest)\n"
    for line in verdict.record.timeline { timeline += line + "\n" }
  }

  private func showProgress() {
    guard isProgressShown, done < count else { return }
    let missed = done - outcomes[.holds, default: 0]
    StandardStream.errors.write("\r\u{1B}[K\(done)/\(count) runs, \(missed) not as expected")
  }

  private func clearProgress() {
    if isProgressShown { StandardStream.errors.write("\r\u{1B}[K") }
  }

  /// The cases of `--junit`.
  var junit: String { cases.xml }

  /// Sums up and ends the command.
  func finish(isInterrupted: Bool) throws {
    clearProgress()
    let held = outcomes[.holds, default: 0]
    if !isQuiet || held < done {
      var text = "\(held) of \(count) runs as expected"
      if isInterrupted { text = "interrupted: \(text), \(count - done) not made" }
      StandardStream.errors.write(line: text)
    }
    if isInterrupted { throw ExitStatus.interrupted.exitCode }
    for (outcome, status) in [(Verdict.Outcome.broken, ExitStatus.broken), (.late, .late), (.missed, .failure)]
    where outcomes[outcome, default: 0] > 0 {
      throw status.exitCode
    }
  }
}
