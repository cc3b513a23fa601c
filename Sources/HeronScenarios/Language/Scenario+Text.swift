import HeronEngine
import HeronTesting

extension Scenario {
  /// The scenario as a file that reads as the same scenario.
  public var text: String {
    var lines = ["scenario: \(name)", "about: \(Self.quoted(about))"]
    lines.append("seed: \(seeds.lowerBound)" + (seeds.count > 1 ? "..\(seeds.upperBound)" : ""))
    lines.append("profile: \(profile.rawValue)")
    if !flags.isEmpty { lines.append("flags: [\(flags.map(Self.quoted).joined(separator: ", "))]") }
    let named = NetworkLink.named.first { $0.link == link }?.name
    let rate = "\(link.bytesPerSecond * 8 / 1000)kbit/s"
    lines.append("link: \(named ?? "{rtt: \(FlagText.text(link.roundTrip)), down: \(rate)}")")
    lines.append("time: \(FlagText.text(time))")
    if decodeTime > .zero { lines.append("decode: \(FlagText.text(decodeTime))") }
    if worlds.count < World.allCases.count {
      lines.append("worlds: [\(worlds.map(\.rawValue).sorted().joined(separator: ", "))]")
    }
    lines.append("origins:")
    for (name, script) in origins { lines.append("  \(name): \(script.text)") }
    if let screen { lines.append("screen: {rows: \(screen.rows), columns: \(screen.columns)}") }
    lines.append(steps.isEmpty ? "steps: []" : "steps:")
    lines += steps.map { "  - \($0.text(in: self))" }
    return lines.joined(separator: "\n") + "\n"
  }

  fileprivate static func quoted(_ text: String) -> String { ScenarioSchema.quoted(text) }
}

extension OriginScript {
  /// As a map in one line.
  fileprivate var text: String {
    var parts: [String] = []
    if isMultiplexed { parts.append("protocol: h2") } else if isSecure { parts.append("tls: \"on\"") }
    if let workers { parts.append("workers: \(workers)") }
    return "{\((parts + changeParts).joined(separator: ", "))}"
  }

  /// What can change of it.
  fileprivate var changeParts: [String] {
    var parts = ["connect: \(connecting.rawValue)"]
    parts.append("replies: [\(replies.map { "{\($0.parts.joined(separator: ", "))}" }.joined(separator: ", "))]")
    if !numbered.isEmpty {
      parts.append("numbered: [\(numbered.map { "{\($0.parts.joined(separator: ", "))}" }.joined(separator: ", "))]")
    }
    let drawn = lots.map { lot in
      "{\((["share: \(ScriptQuantity.percentText(lot.share))"] + lot.reply.parts).joined(separator: ", "))}"
    }
    parts.append("faults: [\(drawn.joined(separator: ", "))]")
    return parts
  }
}

extension ReplySpecification {
  fileprivate var parts: [String] {
    let usual = ReplySpecification()
    var parts = ["status: \(status)"]
    parts.append("latency: \(Self.range(latency, FlagText.text))")
    parts.append("body: \(Self.range(body) { $0 == 0 ? "0" : "\($0)B" })")
    if picture != usual.picture { parts.append("picture: \(picture.rawValue)") }
    if let retryAfter { parts.append("retry-after: \(ScenarioSchema.quoted(retryAfter))") }
    if entityTag != usual.entityTag { parts.append("etag: \(entityTag.rawValue)") }
    if ranges != usual.ranges { parts.append("ranges: \(ranges.rawValue)") }
    if length != usual.length { parts.append("length: \(length.rawValue)") }
    if let location { parts.append("location: \(ScenarioSchema.quoted(location))") }
    if fault != usual.fault { parts.append("fault: \(fault.rawValue)") }
    guard fault.hasPlace || fault == .trickle else { return parts }
    if fault == .trickle { return parts + (rate != usual.rate ? ["rate: \(rate)B"] : []) }
    switch place {
    case .bytes(let count): parts.append("at: \(count)B")
    case .share(let share): if place != usual.place { parts.append("at: \(ScriptQuantity.percentText(share))") }
    }
    return parts
  }

  private static func range<Value>(_ range: ClosedRange<Value>, _ text: (Value) -> String) -> String {
    range.lowerBound == range.upperBound
      ? text(range.lowerBound) : "\(text(range.lowerBound))..\(text(range.upperBound))"
  }
}

extension ScenarioStep {
  fileprivate func text(in scenario: Scenario) -> String {
    var parts = ["at: \(at == .zero ? "0ms" : FlagText.text(at))"]
    if let name { parts.append("name: \(name)") }
    switch act {
    case .request(let requests): parts.append("request: \(requests.count)")
    case .scroll(let rows, _): parts.append("scroll: \(rows)")
    case .repoint(let requests): parts.append("repoint: \(requests.count)")
    case .kill(let amount, let selection): parts += ["kill: \(amount.text)"] + selection.parts
    // All are those of whom nothing else is said.
    case .cancel(let amount, let selection): parts += ["cancel: \(amount.text)"] + selection.parts
    case .prioritise(let priority, let selection):
      parts += ["prioritise: \(priority)"] + selection.parts
    case .change(let flags): parts.append("flags: [\(flags.map(ScenarioSchema.quoted).joined(separator: ", "))]")
    case .network(let isUp): parts.append("network: \(isUp ? "up" : "down")")
    case .pause(let isPaused): parts.append("loader: \(isPaused ? "pause" : "resume")")
    case .trim: parts.append("loader: trim")
    case .moveClock(let duration): parts.append("clock: \(FlagText.text(duration))")
    case .set(let origin, let script):
      parts += ["origin: \(origin)", "set: {\(script.changeParts.joined(separator: ", "))}"]
    }
    return "{\((parts + (act.requests?.parts ?? [])).joined(separator: ", "))}"
  }
}

extension ScenarioStep.Amount {
  fileprivate var text: String {
    switch self {
    case .count(let count): "\(count)"
    case .share(let share): ScriptQuantity.percentText(share)
    case .all: "all"
    }
  }
}

extension ScenarioStep.Selection {
  fileprivate var parts: [String] {
    [origin.map { "origin: \($0)" }, priority.map { "priority: \($0)" }, tag.map { "tag: \($0)" }].compactMap(\.self)
  }
}

extension ScenarioStep.Requests {
  fileprivate var parts: [String] {
    var parts: [String] = []
    if mix.count == 1, let only = mix.first {
      parts.append("origin: \(only.origin)")
    } else {
      parts.append("mix: {\(mix.map { "\($0.origin): \($0.count)" }.joined(separator: ", "))}")
    }
    parts.append("priority: \(priority)")
    if over > .zero { parts.append("over: \(FlagText.text(over))") }
    if let urls { parts.append("urls: \(urls)") }
    if let first { parts.append("first: \(first)") }
    if let tag { parts.append("tag: \(tag)") }
    if kind == .data { parts.append("kind: data") }
    if hold == .listener { parts.append("hold: listener") }
    if let maxAttempts { parts.append("attempts: \(maxAttempts)") }
    if let deadline { parts.append("deadline: \(deadline == .zero ? "0" : FlagText.text(deadline))") }
    return parts
  }
}
