public import HeronEngine
import HeronTesting

extension Scenario {
  /// Reads a scenario from its text.
  ///
  /// - Parameter file: what errors call it.
  /// - Throws: ``ScriptError`` with the place of the first thing that is wrong.
  public init(reading text: String, file: String) throws(ScriptError) {
    let root = try ScriptNode(reading: text, file: file)
    try ScriptKind.map(ScenarioGrammar.scenario).check(root)
    self.init(file: file, name: root["scenario"]?.word ?? "", about: root["about"]?.word ?? "")
    if let seeds = root["seed"]?.word.flatMap(ScriptQuantity.seeds) { self.seeds = seeds }
    if let profile = root["profile"]?.word.flatMap(Configuration.Profile.init(rawValue:)) { self.profile = profile }
    if let node = root["flags"] { flags = try Self.flags(node) }
    if let node = root["link"] { link = Self.link(node) }
    if let time = root["time"]?.duration { self.time = time }
    if let decodeTime = root["decode"]?.duration { self.decodeTime = decodeTime }
    if let node = root["worlds"] { worlds = Set(node.words.compactMap(World.init(rawValue:))) }
    for entry in root["origins"]?.entries ?? [] {
      origins.append((entry.name, try OriginScript(entry.value, from: OriginScript())))
    }
    if let node = root["screen"] {
      screen = Screen(rows: node["rows"]?.count ?? 1, columns: node["columns"]?.count ?? 1)
    }
    for node in root["steps"]?.list ?? [] { steps.append(try StepReader(node, in: self).step) }
    try checkMoments(root)
    try checkNames(root)
    try checkBombs(root)
    for entry in root["origins"]?.entries ?? [] { try checkPlaces(entry.value) }
    if let node = root["baseline"] { baseline = try readBaseline(node) }
    for section in ["expect", "thresholds"] { try readExpectations(root[section]) }
  }

  /// The engine's settings in this scenario.
  ///
  /// - Parameter more: flags besides its own, which come later and so hold.
  /// - Throws: what a flag says that the engine does not take.
  public func configuration(more: [String] = []) throws(ConfigurationError) -> Configuration {
    var configuration = Configuration(profile)
    for flag in flags + more { try configuration.set(flag) }
    try configuration.validate()
    return configuration
  }

  private static func flags(_ node: ScriptNode) throws(ScriptError) -> [String] {
    var names: Set<Substring> = []
    for node in node.list ?? [] {
      var configuration = Configuration()
      do throws(ConfigurationError) {
        try configuration.set(node.word ?? "")
        // Each figure has a range of its own, whatever the others are.
        try configuration.validate()
      } catch {
        throw node.error("\(error)")
      }
      let name = (node.word ?? "").prefix { $0 != "=" }
      guard names.insert(name).inserted else { throw node.error("found \(name) twice, expected it once") }
    }
    return node.words
  }

  static func changedFlags(_ node: ScriptNode) throws(ScriptError) -> [String] { try flags(node) }

  private static func link(_ node: ScriptNode) -> NetworkLink {
    if let link = NetworkLink.named.first(where: { $0.name == node.word })?.link { return link }
    let rate = node["down"]?.word.flatMap(ScriptQuantity.bytesPerSecond) ?? 1
    return NetworkLink(roundTrip: max(node["rtt"]?.duration ?? .zero, .nanoseconds(1)), bytesPerSecond: rate)
  }

  // In the order of their time, or the file tells another story than the run.
  private func checkMoments(_ root: ScriptNode) throws(ScriptError) {
    let nodes = root["steps"]?.list ?? []
    for (index, pair) in zip(steps, steps.dropFirst()).enumerated() where pair.1.at < pair.0.at {
      throw (nodes[index + 1]["at"] ?? nodes[index + 1]).error(
        "found a step at \(FlagText.text(pair.1.at)) behind one at \(FlagText.text(pair.0.at)), expected steps in order"
      )
    }
    for (step, node) in zip(steps, nodes) where step.at + (step.act.requests?.over ?? .zero) > time {
      throw (node[step.at > time ? "at" : "over"] ?? node).error(
        "found a step that lasts until \(FlagText.text(step.at + (step.act.requests?.over ?? .zero))), expected it within "
          + "the scenario's time, \(FlagText.text(time))")
    }
    let requests = steps.reduce(0) { $0 + ($1.act.requests?.count ?? 0) }
    guard requests <= ScriptKind.most else {
      throw (root["steps"] ?? root).error("found \(requests) requests in all, expected at most \(ScriptKind.most)")
    }
  }

  // What names nothing would be played, and do nothing.
  private func checkNames(_ root: ScriptNode) throws(ScriptError) {
    let tags = steps.compactMap(\.act.requests?.tag)
    var names: Set<String> = []
    for (step, node) in zip(steps, root["steps"]?.list ?? []) {
      if let name = step.name, !names.insert(name).inserted, let node = node["name"] {
        throw node.error("found a second step of the name '\(name)', expected each name once")
      }
      if let tag = node["tag"], step.act.requests == nil, !tags.contains(tag.word ?? "") {
        throw tag.expected(tags.isEmpty ? "a tag, but no request has one" : Self.oneOf(tags, tag.word ?? ""))
      }
      if let set = node["set"] { try checkPlaces(set) }
    }
  }

  // What stays within the limit is no bomb, and in life another body than in virtual time.
  private func checkBombs(_ root: ScriptNode) throws(ScriptError) {
    guard let limit = (try? configuration())?.limits.maxBodyBytes else { return }
    let origins = zip(origins.map(\.script), (root["origins"]?.entries ?? []).map(\.value))
    let changes = zip(steps, root["steps"]?.list ?? []).compactMap { step, node -> (OriginScript, ScriptNode)? in
      guard case .set(_, let script) = step.act else { return nil }
      return (script, node["set"] ?? node)
    }
    for (script, node) in Array(origins) + changes {
      for reply in script.everyReply where reply.fault == .bomb && reply.body.lowerBound <= limit {
        throw node.error(
          "found a bomb with a body of \(FlagText.text(bytes: reply.body.lowerBound)), expected one over --max-body "
            + FlagText.text(bytes: limit))
      }
    }
  }

  // Redirects to an origin of the script, in an origin's map and those within it.
  private func checkPlaces(_ node: ScriptNode) throws(ScriptError) {
    for node in node.list ?? [] { try checkPlaces(node) }
    for entry in node.entries {
      let prefix = "origin:"
      if entry.name == "location", let word = entry.value.word, word.hasPrefix(prefix) {
        try check(origin: ScriptNode(word: String(word.dropFirst(prefix.count)), at: entry.value.place))
      } else {
        try checkPlaces(entry.value)
      }
    }
  }

  /// The nearest of some words to another, or all of them.
  private static func oneOf(_ words: [String], _ word: String) -> String {
    var seen: Set<String> = []
    let words = words.filter { seen.insert($0).inserted }
    let hint = EditDistance.nearest(to: word, among: words).map { "; did you mean '\($0)'?" } ?? ""
    return "one of \(words.joined(separator: ", "))\(hint)"
  }

  private func readBaseline(_ node: ScriptNode) throws(ScriptError) -> Baseline {
    var baseline = Baseline()
    for name in node["without"]?.list ?? [] {
      try check(origin: name)
      baseline.leavesOut.insert(name.word ?? "")
    }
    for name in node["without-steps"]?.list ?? [] {
      guard steps.contains(where: { $0.name == name.word }) else {
        throw name.expected("the name of a step, such as \(steps.compactMap(\.name).first ?? "one with a name")")
      }
      baseline.leavesOutSteps.insert(name.word ?? "")
    }
    if let flags = node["flags"] { baseline.flags = try Self.flags(flags) }
    return baseline
  }

  /// Holds an origin's name against those that there are.
  func check(origin node: ScriptNode) throws(ScriptError) {
    let names = origins.map(\.name)
    guard let word = node.word, !names.contains(word) else { return }
    throw node.error("found the origin '\(word)', expected \(Self.oneOf(names, word))")
  }

  private mutating func readExpectations(_ node: ScriptNode?) throws(ScriptError) {
    for entry in node?.entries ?? [] {
      guard let figure = try? Figure(entry.name) else { continue }
      try check(figure.labels, entry)
      for node in entry.value.list ?? [entry.value] {
        let comparison = try Comparison(node)
        if let problem = comparison.fits(figure) { throw node.error("found '\(comparison.text)': \(problem)") }
        if case .baseline = comparison.bound, baseline == nil {
          throw node.error("found a comparison with a baseline, but the scenario has none")
        }
        expectations.append(Expectation(figure: figure, comparison: comparison, line: entry.place.line))
      }
    }
  }

  // A label that fits nothing would have every expectation hold for no loads at all.
  private func check(_ labels: [Figure.Label: String], _ entry: ScriptNode.Entry) throws(ScriptError) {
    let known: [Figure.Label: [String]] = [
      .origin: origins.map(\.name), .priority: ScenarioGrammar.priorities, .step: steps.compactMap(\.name),
      .tag: steps.compactMap(\.act.requests?.tag), .error: MediaLoadError.Kind.allCases.map(\.rawValue),
    ]
    for (label, value) in labels where known[label]?.contains(value) != true {
      let names = known[label] ?? []
      guard !names.isEmpty else {
        throw entry.error("found \(label.rawValue)=\(value), but nothing in the scenario has a \(label.rawValue)")
      }
      throw entry.error("found \(label.rawValue)=\(value), expected \(Self.oneOf(names, value))")
    }
  }
}

extension Configuration {
  /// Sets what a flag with its value says, as in `--max-active=6`.
  public mutating func set(_ text: String) throws(ConfigurationError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts[0].hasPrefix("--") else {
      throw ConfigurationError(
        flag: text, message: "found '\(text)', expected a flag with its value, as --max-active=6")
    }
    let name = String(parts[0].dropFirst(2))
    guard let flag = ConfigurationFlag.named(name) else {
      let names = ConfigurationFlag.all.map(\.name)
      let hint = EditDistance.nearest(to: name, among: names).map { "; did you mean '--\($0)'?" } ?? ""
      throw ConfigurationError(flag: name, message: "there is no such flag of the engine\(hint)")
    }
    try flag.set(parts[1], in: &self)
  }
}

extension ScriptNode {
  /// The whole number, where it is one.
  var count: Int? { word.flatMap(FlagText.count) }

  /// The time, where it is one.
  var duration: Duration? { word.flatMap(FlagText.duration) }

  /// The words of a list.
  var words: [String] { (list ?? []).compactMap(\.word) }
}
