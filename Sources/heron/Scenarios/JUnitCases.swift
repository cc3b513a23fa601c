import HeronScenarios

/// Verdicts as the XML that JUnit made common: a suite for each scenario, a case for each seed.
struct JUnitCases {
  private var suites: [(name: String, cases: [String], failures: Int)] = []

  mutating func add(_ verdict: Verdict, explanation: String) {
    let name = verdict.record.scenarioName
    if suites.last?.name != name { suites.append((name, [], 0)) }
    var text = "    <testcase classname=\"\(Self.escaped(name))\" name=\"seed \(verdict.record.seed)\""
    if verdict.outcome == .holds {
      text += "/>"
    } else {
      text += ">\n      <failure type=\"\(verdict.outcome)\" message=\"\(verdict.outcome)\">"
      text += Self.escaped(explanation) + "</failure>\n    </testcase>"
      suites[suites.count - 1].failures += 1
    }
    suites[suites.count - 1].cases.append(text)
  }

  /// The whole document.
  var xml: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
    for suite in suites {
      text += "  <testsuite name=\"\(Self.escaped(suite.name))\" tests=\"\(suite.cases.count)\""
      text += " failures=\"\(suite.failures)\">\n" + suite.cases.joined(separator: "\n") + "\n  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  // XML 1.0 §2.2: control characters have no place in it, escaped or not.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || (0xFFFE...0xFFFF).contains(scalar.value): result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
