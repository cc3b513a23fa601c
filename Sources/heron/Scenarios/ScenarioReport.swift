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
  private var isReaderGone = false

  init(json: Bool, isQuiet: Bool, count: Int, flags: [String]) {
    self.json = json
    self.isQuiet = isQuiet
    self.count = count
    self.flags = flags
    style = TextStyle(for: .output)
    isProgressShown = !isQuiet && StandardStream.errors.isTerminal && count > 1
  }

  mutating func add(_ verdict: Verdict, _ agreement: WorldAgreement? = nil) {
    done += 1
    outcomes[verdict.outcome, default: 0] += 1
    clearProgress()
    if json {
      write(verdict.json(agreement))
    } else {
      if !isQuiet || verdict.outcome != .holds { write(verdict.line(style)) }
      if verdict.outcome != .holds { write(verdict.explanation(flags: flags)) }
      if let agreement { write(agreement.line) }
    }
    if keepsVerdicts { cases.add(verdict, explanation: verdict.explanation(flags: flags)) }
    page?.add(verdict, flags: flags, replay: verdict.replay(flags: flags))
    if keepsTimelines { addTimeline(verdict) }
    showProgress()
  }

  private mutating func write(_ line: String) {
    if !isReaderGone, !StandardStream.output.write(line: line) { isReaderGone = true }
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
    if isReaderGone { throw ExitStatus.brokenPipe.exitCode }
    for (outcome, status) in [(Verdict.Outcome.broken, ExitStatus.broken), (.late, .late), (.missed, .failure)]
    where outcomes[outcome, default: 0] > 0 {
      throw status.exitCode
    }
  }
}
