import Heron
import HeronEngine

extension OriginScript {
  /// Reads an origin, or a change of `old`: what is not named stays as it was.
  init(_ node: ScriptNode, from old: OriginScript) throws(ScriptError) {
    self = old
    if let version = node["protocol"]?.word { isMultiplexed = version == "h2" }
    isSecure = isMultiplexed || node["tls"].map { $0.word == "on" } ?? isSecure
    if let tls = node["tls"], tls.word == "off", isMultiplexed { throw tls.expected("'on': h2 goes by TLS") }
    if let workers = node["workers"]?.count { self.workers = workers }
    if let connecting = node["connect"]?.word.flatMap(Connecting.init(rawValue:)) { self.connecting = connecting }
    var base = old.replies.first ?? ReplySpecification()
    if node["replies"] != nil {
      // Another list of replies is another story: of the old one it keeps how fast and how large they are.
      base = ReplySpecification()
      base.latency = old.replies.first?.latency ?? base.latency
      base.body = old.replies.first?.body ?? base.body
    }
    let usual = try ReplySpecification(node, from: base)
    let isReplyChanged = ScenarioGrammar.replyKeys.contains { node[$0.name] != nil }
    if let list = node["replies"] {
      replies = try Self.replies(list, usual)
    } else if isReplyChanged || old.replies.isEmpty {
      replies = [usual]
    }
    if let list = node["numbered"]?.list {
      numbered = []
      for node in list { numbered.append(try ReplySpecification(whole: node, from: usual)) }
    }
    if let list = node["faults"]?.list {
      lots = []
      for node in list {
        guard node.entries.count > 1 else { throw node.error("found a share alone, expected what goes wrong with it") }
        let share = node["share"]?.word.flatMap(ScriptQuantity.share) ?? 0
        guard share > 0 else { throw (node["share"] ?? node).expected("a share of more than nought") }
        lots.append(Lot(share: share, reply: try ReplySpecification(whole: node, from: usual)))
      }
      guard lots.reduce(0, { $0 + $1.share }) <= 1 else {
        throw (node["faults"] ?? node).error("found shares of more than 100% together")
      }
    }
    try check(node)
    try ReplySpecification.check(node, among: everyReply)
  }

  private static func replies(
    _ node: ScriptNode, _ usual: ReplySpecification
  ) throws(ScriptError) -> [ReplySpecification] {
    var replies: [ReplySpecification] = []
    for node in node.list ?? [] {
      if node.word != nil {
        var reply = usual
        if let status = node.count { reply.status = status }
        replies.append(reply)
      } else {
        replies.append(try ReplySpecification(whole: node, from: usual))
      }
    }
    guard !replies.isEmpty else { throw node.expected("at least one reply") }
    return replies
  }

  // What only TLS can do wrong does not happen without it.
  private func check(_ node: ScriptNode) throws(ScriptError) {
    guard [.failsTLS, .hasBadCertificate].contains(connecting), !isSecure, let place = node["connect"] else { return }
    throw place.error("found '\(connecting.rawValue)' of an origin without TLS; it needs 'tls: on'")
  }
}

extension ReplySpecification {
  /// Reads a reply of a list: what is not named is as in `usual`.
  fileprivate init(whole node: ScriptNode, from usual: ReplySpecification) throws(ScriptError) {
    try self.init(node, from: usual)
    try Self.check(node, among: [self])
  }

  /// What is named must say something of one of the replies.
  fileprivate static func check(_ node: ScriptNode, among replies: [ReplySpecification]) throws(ScriptError) {
    if let place = node["at"] {
      guard replies.contains(where: \.fault.hasPlace) else {
        throw place.error("found 'at' without a fault that happens at a place, such as reset, stall or truncate")
      }
      if case .bytes(let byte)? = place.word.flatMap(place(_:)),
        let largest = replies.filter(\.fault.hasPlace).map(\.body.upperBound).max(), byte > largest
      {
        throw place.expected("at most the \(FlagText.text(bytes: largest)) of the body")
      }
    }
    if let rate = node["rate"], !replies.contains(where: { $0.fault == .trickle }) {
      throw rate.error("found 'rate' without 'fault: trickle'")
    }
    for field in [node["retry-after"], node["location"]].compactMap(\.self) {
      guard field.word?.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) != true else {
        throw field.error("found a control character, which no header field has")
      }
    }
    if let wait = node["retry-after"], let word = wait.word {
      let time = word.split(separator: "+", maxSplits: 1).last.flatMap { FlagText.duration(String($0)) }
      guard time.map({ $0.components.attoseconds == 0 }) ?? true else {
        throw wait.expected("whole seconds, such as 2s")
      }
    }
    if let place = node["location"], let word = place.word, word.hasPrefix("under:"), !word.hasPrefix("under:/") {
      throw place.expected("a folder with its slash, such as under:/moved")
    }
    if let location = node["location"], !replies.contains(where: { (300..<400).contains($0.status) }) {
      throw location.error("found 'location' without the status of a redirect, such as 302")
    }
  }

  private static func place(_ word: String) -> Place {
    ScriptQuantity.share(word).map { .share($0) } ?? .bytes(FlagText.bytes(word) ?? 0)
  }

  /// Reads what a map says of a reply: what is not named is as in `usual`.
  fileprivate init(_ node: ScriptNode, from usual: ReplySpecification) throws(ScriptError) {
    self = usual
    if let status = node["status"]?.count { self.status = status }
    if let latency = node["latency"]?.word.flatMap(ScriptQuantity.durations) { self.latency = latency }
    if let body = node["body"]?.word.flatMap(ScriptQuantity.sizes) { self.body = body }
    if let picture = node["picture"]?.word.flatMap(ScriptedPicture.init(rawValue:)) { self.picture = picture }
    if let retryAfter = node["retry-after"]?.word { self.retryAfter = retryAfter }
    if let entityTag = node["etag"]?.word.flatMap(EntityTag.init(rawValue:)) { self.entityTag = entityTag }
    if let ranges = node["ranges"]?.word.flatMap(Ranges.init(rawValue:)) { self.ranges = ranges }
    if let length = node["length"]?.word.flatMap(Length.init(rawValue:)) { self.length = length }
    if let location = node["location"]?.word { self.location = location }
    if let fault = node["fault"]?.word.flatMap(ReplyFault.init(rawValue:)) { self.fault = fault }
    if let word = node["at"]?.word { place = Self.place(word) }
    if let rate = node["rate"] {
      guard let bytes = rate.word.flatMap(FlagText.bytes), bytes > 0 else { throw rate.expected("at least 1B") }
      self.rate = bytes
    }
  }
}
