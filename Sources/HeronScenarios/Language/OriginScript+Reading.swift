import Heron
import HeronEngine

extension OriginScript {
  /// Reads an origin, or a change of `old`: what is not named stays as it was.
  init(_ node: ScriptNode, from old: OriginScript) throws(ScriptError) {
    self = old
    if let version = node["protocol"]?.word { isMultiplexed = version == "h2" }
    isSecure = isMultiplexed || node["tls"].map { $0.word == "on" } ?? isSecure
    if let tls = node["tls"], tls.word == "off", isMultiplexed { throw tls.expected("'on': h2 goes by TLS") }
    if let workers = node["workers"] {
      guard let count = workers.count, count > 0 else { throw workers.expected("at least one worker") }
      self.workers = count
    }
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
      for node in list { numbered.append(try ReplySpecification(node, from: usual)) }
    }
    if let list = node["faults"]?.list {
      lots = []
      for node in list {
        let share = node["share"]?.word.flatMap(ScriptQuantity.share) ?? 0
        lots.append(Lot(share: share, reply: try ReplySpecification(node, from: usual)))
      }
      guard lots.reduce(0, { $0 + $1.share }) <= 1 else {
        throw (node["faults"] ?? node).error("found shares of more than 100% together")
      }
    }
    try check(node)
  }

  private static func replies(
    _ node: ScriptNode, _ usual: ReplySpecification
  ) throws(ScriptError) -> [ReplySpecification] {
    var replies: [ReplySpecification] = []
    for node in node.list ?? [] {
      if node.word != nil {
        var reply = usual
        reply.status = try ReplySpecification.status(node)
        replies.append(reply)
      } else {
        replies.append(try ReplySpecification(node, from: usual))
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
  /// Reads a reply: what is not named is as in `usual`.
  init(_ node: ScriptNode, from usual: ReplySpecification) throws(ScriptError) {
    self = usual
    if let status = node["status"] { self.status = try Self.status(status) }
    if let latency = node["latency"]?.word.flatMap(ScriptQuantity.durations) { self.latency = latency }
    if let body = node["body"]?.word.flatMap(ScriptQuantity.sizes) { self.body = body }
    if let picture = node["picture"]?.word.flatMap(ScriptedPicture.init(rawValue:)) { self.picture = picture }
    if let retryAfter = node["retry-after"]?.word { self.retryAfter = retryAfter }
    if let entityTag = node["etag"]?.word.flatMap(EntityTag.init(rawValue:)) { self.entityTag = entityTag }
    if let ranges = node["ranges"]?.word.flatMap(Ranges.init(rawValue:)) { self.ranges = ranges }
    if let length = node["length"]?.word.flatMap(Length.init(rawValue:)) { self.length = length }
    if let location = node["location"]?.word { self.location = location }
    if let fault = node["fault"]?.word.flatMap(ReplyFault.init(rawValue:)) { self.fault = fault }
    if let place = node["at"]?.word {
      self.place = ScriptQuantity.share(place).map { .share($0) } ?? .bytes(FlagText.bytes(place) ?? 0)
    }
    if let rate = node["rate"] {
      guard let bytes = rate.word.flatMap(FlagText.bytes), bytes > 0 else { throw rate.expected("at least 1B") }
      self.rate = bytes
    }
  }

  static func status(_ node: ScriptNode) throws(ScriptError) -> Int {
    guard let status = node.count, (200...599).contains(status) else {
      throw node.expected("a status from 200 to 599")
    }
    return status
  }
}
