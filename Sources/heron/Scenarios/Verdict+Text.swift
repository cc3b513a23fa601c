import Heron
import HeronScenarios

extension Verdict {
  private static let shownEvents = 50

  /// `holds   dead-host seed 3: 12 of 12`.
  func line(_ style: TextStyle) -> String {
    let held = checks.count(where: \.holds)
    let word =
      switch outcome {
      case .holds: style.good("holds ")
      case .missed: style.bad("missed")
      case .broken: style.bad("broken")
      case .late: style.bad("late  ")
      }
    return "\(word)  \(record.scenarioName) seed \(record.seed): \(held) of \(checks.count) as expected, "
      + "\(record.requests.count) requests in \(record.timeText)"
  }

  /// What was expected and what came, the last events, and how to run it again.
  func explanation(flags: [String]) -> String {
    var lines: [String] = []
    for breach in record.breaches { lines.append("  invariant broken at \(breach.moment): \(breach.text)") }
    if outcome == .late { lines.append("  somebody still waited when the scenario's time was over") }
    for check in checks where !check.holds {
      let bound = check.bound.map { ", which is \($0)" } ?? ""
      lines.append(
        "  \(record.file):\(check.expectation.line): expected \(check.expectation.figure) "
          + "\(check.expectation.comparison.text)\(bound); came \(check.value ?? "nothing to measure")")
    }
    guard !lines.isEmpty else { return "" }
    lines.append(record.breaches.isEmpty ? "  the last events:" : "  the events before the first of them:")
    lines += record.timeline(until: record.breaches.first?.moment).suffix(Self.shownEvents).map { "    \($0)" }
    lines.append("  again: \(replay(flags: flags))")
    return lines.joined(separator: "\n")
  }

  /// The command that runs it again.
  func replay(flags: [String]) -> String {
    let settings = flags.map { " --set \(Self.word($0))" }.joined()
    let world = record.world == .real ? " --real" : ""
    // A name that begins with a dash is an option's.
    let file = record.file.hasPrefix("-") ? "./\(record.file)" : record.file
    return "heron run \(Self.word(file))\(world) --seed \(record.seed)\(settings)"
  }

  /// As a shell takes it for one word.
  private static func word(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=:,%+".contains($0)) }
    return isPlain && !text.isEmpty
      ? text : "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }

  /// A line of JSON. Scripts rely on the names.
  func json(_ agreement: WorldAgreement?, flags: [String]) -> String {
    var object = JSONObject()
    object.add("scenario", record.scenarioName)
    object.add("file", record.file)
    object.add("seed", record.seed)
    object.add("world", record.world.rawValue)
    object.add("outcome", "\(outcome)")
    object.add("requests", record.requests.count)
    object.add("events", record.events.count)
    object.add("digest", record.digest)
    object.add(
      "figures",
      pairs: checks.map { ("\($0.expectation.figure) \($0.expectation.comparison.text)", $0.value ?? "") })
    object.add(
      "missed", pairs: checks.filter { !$0.holds }.map { ("\($0.expectation.figure)", $0.expectation.comparison.text) })
    object.add("breaches", pairs: record.breaches.map { ("\($0.moment)", $0.text) })
    object.add("replay", replay(flags: flags))
    agreement?.add(to: &object)
    return object.text
  }
}

extension WorldAgreement {
  /// `  beside virtual time: 60 of 60 ends alike, 58 of 60 waits within 20 ms or 10 % (…), …`.
  var line: String {
    let total = total.map { ", the whole took \(Double(Int(($0 * 1000).rounded())) / 1000) times as long" } ?? ""
    return
      "  beside virtual time: \(sameEnds) of \(requests) ends alike, \(sameWaits) of \(delivered) waits within 20 ms or "
      + "10 % (the worst off by \(Int((worstWait * 1000).rounded())) ms), \(sameOrder) of \(pairs) pairs in order\(total)"
  }

  fileprivate func add(to object: inout JSONObject) {
    object.add("ends_alike", sameEnds)
    object.add("waits_compared", delivered)
    object.add("waits_alike", sameWaits)
    object.add("worst_wait_ms", exactMilliseconds: .nanoseconds(Int64(worstWait * 1e9)))
    object.add("pairs", pairs)
    object.add("pairs_in_order", sameOrder)
  }
}
