import HeronEngine
import HeronTesting

extension ReplySpecification {
  /// What a virtual origin does for it.
  func scripted(_ url: String, _ count: Int, _ dice: Dice, calendar: Int64, version: HTTPVersion) -> ScriptedReply {
    let tagVersion = entityTag == .flips ? count : 0
    var reply = ScriptedReply(status: status, body: [], latency: dice.draw(latency, url, count, "latency"))
    reply.version = version
    if (200..<300).contains(status) {
      let size = dice.draw(body, url, 0, "size")
      reply.body = StampedPicture.body(url, version: tagVersion, size: size, picture)
      reply.headers.set("ETag", to: entityTagField(tagVersion))
    }
    for (name, value) in retryAfterFields(calendar: calendar) { reply.headers.append(name, value) }
    if let location { reply.headers.append("Location", Self.place(location, from: url)) }
    reply.honoursRange = ranges != .ignored
    reply.mistakesRange = ranges == .wrong
    setLength(&reply)
    setFault(&reply)
    return reply
  }

  /// The field that names a version, where it has one.
  func entityTagField(_ version: Int) -> String? {
    switch entityTag {
    case .none: nil
    case .weak: "W/\"\(version)\""
    case .strong, .flips: "\"\(version)\""
    }
  }

  /// Retry-After in the form that the script asks for, and the Date that it counts from.
  func retryAfterFields(calendar: Int64) -> [(name: String, value: String)] {
    guard let text = retryAfter else { return [] }
    for (prefix, skew) in [("date+", 0), ("skewed+", 3600)] as [(String, Int64)] where text.hasPrefix(prefix) {
      guard let wait = FlagText.duration(String(text.dropFirst(prefix.count))) else { continue }
      return [
        ("Date", HTTPDateText.text(calendar + skew)),
        ("Retry-After", HTTPDateText.text(calendar + skew + wait.components.seconds)),
      ]
    }
    return [("Retry-After", FlagText.duration(text).map { "\($0.components.seconds)" } ?? text)]
  }

  /// Where a redirect leads: `origin:NAME` is the same path at another origin of the script, `under:/FOLDER` the same
  /// path below a folder.
  static func place(_ location: String, from url: String) -> String {
    let parts = url.split(separator: "/", maxSplits: 2)
    let path = "/" + (parts.count > 2 ? parts[2] : "")
    if location.hasPrefix("under:") { return String(location.dropFirst("under:".count)) + path }
    guard location.hasPrefix("origin:") else { return location }
    return "http://\(location.dropFirst("origin:".count)).test\(path)"
  }

  private func setLength(_ reply: inout ScriptedReply) {
    switch length {
    case .exact: break
    case .absent, .chunked: reply.tellsLength = false
    case .long:
      reply.headers.append("Content-Length", "\(reply.body.count + 1000)")
      // A stream's end is one of HTTP/2's own (RFC 9113 §8.1.1).
      reply.ending = .failure(reply.version.isMultiplexed ? .protocolError : .partialBody, atByte: reply.body.count)
    case .short:
      reply.headers.append("Content-Length", "\(reply.body.count / 2)")
      reply.body.removeLast(reply.body.count - reply.body.count / 2)
      if reply.version.isMultiplexed { reply.ending = .failure(.protocolError, atByte: reply.body.count) }
    }
  }

  private func setFault(_ reply: inout ScriptedReply) {
    let byte = place.bytes(of: reply.body.count)
    switch fault {
    case .none: break
    case .reset: reply.ending = .failure(.receiveFailed, atByte: byte)
    case .stall: reply.ending = .silence(atByte: byte)
    // Without a length the end of the connection is the end of the body.
    case .truncate where reply.tellsLength: reply.ending = .failure(.partialBody, atByte: byte)
    case .truncate: reply.body.removeLast(reply.body.count - byte)
    case .trickle: reply.bytesPerSecond = rate
    case .silence: reply.ending = .silence(atByte: -1)
    case .close: reply.ending = .failure(.emptyReply, atByte: -1)
    // By HTTP/2 curl ends the connection, and does not say why.
    case .headers:
      reply.ending = .failure(reply.version.isMultiplexed ? .receiveFailed : .headersTooLarge, atByte: -1)
    // Where it is no frame, the connection is given up.
    case .garbage: reply.ending = .failure(reply.version.isMultiplexed ? .receiveFailed : .badResponse, atByte: -1)
    case .bomb:
      // What a coded body unfolds to comes without a length.
      reply.tellsLength = false
      reply.headers.set("ETag", to: nil)
    }
  }
}

extension OriginScript {
  /// The reply to the `count`th request for a URL.
  func reply(_ url: String, _ count: Int, _ dice: Dice) -> ReplySpecification {
    var left = dice.share(url, count, "lot")
    for lot in lots {
      if left < lot.share { return lot.reply }
      left -= lot.share
    }
    if !numbered.isEmpty, let number = Self.number(of: url), number < numbered.count { return numbered[number] }
    return replies[min(count, replies.count - 1)]
  }

  private static func number(of url: String) -> Int? { url.split(separator: "/").last.flatMap { Int($0) } }

  /// The origin of a virtual network.
  func virtual(_ dice: Dice, in world: VirtualWorld) -> VirtualOrigin {
    let version: HTTPVersion = isMultiplexed ? .http2 : .http11
    return VirtualOrigin(connecting: virtualConnecting, version: version, workers: workers) {
      [weak world] request, count in
      reply(request.url, count, dice).scripted(
        request.url, count, dice, calendar: world?.secondsSince1970 ?? 0, version: version)
    }
  }

  private var virtualConnecting: VirtualOrigin.Connecting {
    switch connecting {
    case .works: .works
    case .isRefused: .isRefused
    case .hangs: .hangs
    case .hasNoName: .hasNoName
    case .failsTLS: .failsTLS
    case .hasBadCertificate: .hasBadCertificate
    }
  }
}
