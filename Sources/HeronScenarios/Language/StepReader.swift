import Heron
import HeronEngine

/// Reads one step: exactly one of its keys says what happens, the others how.
struct StepReader {
  static let verbs: [(name: String, options: Set<String>)] = [
    ("request", requestOptions.union(["urls", "first", "hold"])), ("scroll", requestOptions),
    ("repoint", requestOptions), ("kill", selection), ("cancel", selection), ("prioritise", selection), ("flags", []),
    ("network", []), ("loader", []), ("clock", []), ("set", ["origin"]),
  ]
  private static let selection: Set<String> = ["origin", "priority", "tag"]
  private static let requestOptions: Set<String> = [
    "origin", "mix", "priority", "tag", "over", "kind", "attempts", "deadline",
  ]

  private let node: ScriptNode
  private let scenario: Scenario
  private(set) var step: ScenarioStep

  init(_ node: ScriptNode, in scenario: Scenario) throws(ScriptError) {
    self.node = node
    self.scenario = scenario
    let verbs = Self.verbs.filter { node[$0.name] != nil }
    guard let verb = verbs.first, verbs.count == 1 else {
      let names = Self.verbs.map(\.name).joined(separator: ", ")
      let found = verbs.isEmpty ? "nothing that happens" : verbs.map { "'\($0.name)'" }.joined(separator: " and ")
      throw node.error("found \(found) in a step, expected exactly one of \(names)")
    }
    for entry in node.entries where !verb.options.union(["at", "name", verb.name]).contains(entry.name) {
      let names = verb.options.union(["at", "name"]).sorted().joined(separator: ", ")
      throw entry.error("found the key '\(entry.name)', which says nothing of '\(verb.name)'; beside it are \(names)")
    }
    step = ScenarioStep(at: node["at"]?.duration ?? .zero, name: node["name"]?.word, act: .trim)
    step.act = try act(verb.name)
  }

  private func act(_ verb: String) throws(ScriptError) -> ScenarioStep.Act {
    switch verb {
    case "request": return .request(try requests(count: node["request"]?.count ?? 0))
    case "scroll":
      let (rows, columns) = (node["scroll"]?.count ?? 0, try screen.columns)
      guard rows <= ScriptKind.most / columns else {
        throw (node["scroll"] ?? node).expected("at most \(ScriptKind.most / columns) rows of \(columns) cells")
      }
      return .scroll(rows: rows, try requests(count: rows * columns))
    case "repoint":
      _ = try screen
      return .repoint(try requests(count: node["repoint"]?.count ?? 0))
    case "kill": return .kill(try amount("kill"), try selection)
    case "cancel": return .cancel(try amount("cancel"), try selection)
    case "prioritise": return .prioritise(priority("prioritise") ?? .visible, try selection)
    case "flags": return .change(flags: try Scenario.changedFlags(node["flags"] ?? node))
    case "network": return .network(isUp: node["network"]?.word == "up")
    case "loader": return node["loader"]?.word == "trim" ? .trim : .pause(node["loader"]?.word == "pause")
    case "clock": return .moveClock(node["clock"]?.duration ?? .zero)
    default: return try change()
    }
  }

  private var screen: Scenario.Screen {
    get throws(ScriptError) {
      guard let screen = scenario.screen else { throw node.error("found cells, but the scenario has no 'screen'") }
      return screen
    }
  }

  private func change() throws(ScriptError) -> ScenarioStep.Act {
    guard let name = node["origin"], let set = node["set"] else {
      throw node.error("the step has no 'origin', expected the name of the one that changes")
    }
    try scenario.check(origin: name)
    guard !set.entries.isEmpty else { throw set.error("found nothing that changes, expected at least one key") }
    // What it is by then, after the changes of earlier steps.
    var current = scenario.origin(name.word ?? "") ?? OriginScript()
    for step in scenario.steps {
      if case .set(let origin, let script) = step.act, origin == name.word { current = script }
    }
    return .set(origin: name.word ?? "", try OriginScript(set, from: current))
  }

  private func amount(_ key: String) throws(ScriptError) -> ScenarioStep.Amount {
    guard let value = node[key] else { return .all }
    if let count = value.count { return .count(count) }
    guard let share = value.word.flatMap(ScriptQuantity.share) else { return .all }
    guard share > 0 else { throw value.expected("a share of more than nought") }
    return .share(share)
  }

  private func priority(_ key: String) -> RequestPriority? {
    node[key]?.word.flatMap { word in RequestPriority.allCases.first { "\($0)" == word } }
  }

  private var selection: ScenarioStep.Selection {
    get throws(ScriptError) {
      if let origin = node["origin"] { try scenario.check(origin: origin) }
      return ScenarioStep.Selection(
        origin: node["origin"]?.word, priority: priority("priority"), tag: node["tag"]?.word)
    }
  }

  private func requests(count: Int) throws(ScriptError) -> ScenarioStep.Requests {
    var requests = ScenarioStep.Requests(mix: try mix(count: count))
    if let over = node["over"]?.duration { requests.over = over }
    requests.urls = node["urls"]?.count
    if let urls = requests.urls, urls > count { throw (node["urls"] ?? node).expected("at most the \(count) requests") }
    requests.first = node["first"]?.count
    requests.priority = priority("priority") ?? .visible
    requests.tag = node["tag"]?.word
    if node["kind"]?.word == "data" { requests.kind = .data }
    if let hold = node["hold"]?.word.flatMap(ScenarioStep.Requests.Hold.init(rawValue:)) { requests.hold = hold }
    requests.maxAttempts = node["attempts"]?.count
    requests.deadline = node["deadline"]?.duration
    return requests
  }

  private func mix(count: Int) throws(ScriptError) -> [ScenarioStep.Requests.Portion] {
    if let origin = node["origin"] {
      if let mix = node["mix"] { throw mix.error("found 'mix' beside 'origin', expected one of them") }
      try scenario.check(origin: origin)
      return [.init(origin: origin.word ?? "", count: count)]
    }
    guard let mix = node["mix"] else {
      guard scenario.origins.count == 1, let only = scenario.origins.first else {
        throw node.error("the step has neither 'origin' nor 'mix', and there are \(scenario.origins.count) origins")
      }
      return [.init(origin: only.name, count: count)]
    }
    var portions: [ScenarioStep.Requests.Portion] = []
    for entry in mix.entries {
      try scenario.check(origin: ScriptNode(word: entry.name, at: entry.place))
      portions.append(.init(origin: entry.name, count: entry.value.count ?? 0))
    }
    let sum = portions.reduce(0) { $0 + $1.count }
    guard sum == count else { throw mix.error("found \(sum) requests in the mix, expected \(count)") }
    return portions
  }
}

extension ScenarioStep.Act {
  /// The requests that are made, where it makes any.
  var requests: ScenarioStep.Requests? {
    switch self {
    case .request(let requests), .scroll(_, let requests), .repoint(let requests): requests
    default: nil
    }
  }

  /// The loads that are meant, where it means some that are there.
  var selection: ScenarioStep.Selection? {
    switch self {
    case .kill(_, let selection), .cancel(_, let selection), .prioritise(_, let selection): selection
    default: nil
    }
  }
}
