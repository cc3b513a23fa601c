import HeronEngine

extension ReplySpecification {
  // What is over every limit: more than headers may have, and what a small body unfolds to.
  private static let floodBytes = 1 << 20
  private static let bomb = ByteBomb.gzipped(zeros: 64 << 20)

  /// Makes what takes long, before anybody waits for it.
  func prepare() { if fault == .bomb { precondition(!Self.bomb.isEmpty) } }

  /// What an origin on the loopback does for it.
  func real(_ url: String, _ count: Int, _ dice: Dice, calendar: Int64, pictures: RealPicture) -> OriginReply {
    let tagVersion = entityTag == .flips ? count : 0
    var reply = OriginReply(status: status, latency: dice.draw(latency, url, count, "latency"))
    if (200..<300).contains(status) {
      let size = dice.draw(body, url, 0, "size")
      // No picture is made where the bomb takes its place: a large one takes its time.
      reply.body = fault == .bomb ? Self.bomb : pictures.body(url, version: tagVersion, size: size, picture)
      reply.fields.set("Content-Type", to: picture == .html ? "text/html" : "image/png")
      reply.fields.set("ETag", to: entityTagField(tagVersion))
    }
    for (name, value) in retryAfterFields(calendar: calendar) { reply.fields.append(name, value) }
    reply.fields.set("Location", to: location.map { Self.place($0, from: url) })
    reply.ranges = realRanges
    reply.length = realLength(of: reply.body.count)
    reply.fault = realFault(of: reply.body.count)
    if fault == .bomb {
      reply.fields.set("Content-Encoding", to: "gzip")
      reply.fields.set("ETag", to: nil)
    }
    return reply
  }

  private var realRanges: OriginReply.Ranges {
    switch ranges {
    case .honoured: .honoured
    case .ignored: .ignored
    case .wrong: .wrong
    }
  }

  private func realLength(of size: Int) -> OriginReply.Length {
    switch length {
    case .exact: .exact
    case .long: .claimed(size + 1000)
    case .short: .claimed(size / 2)
    case .absent: .absent
    case .chunked: .chunked
    }
  }

  private func realFault(of size: Int) -> OriginReply.Fault {
    let byte = place.bytes(of: size)
    switch fault {
    case .none, .bomb: return .none
    case .reset: return .reset(afterBytes: byte)
    case .stall: return .stall(afterBytes: byte)
    case .truncate: return .truncate(afterBytes: byte)
    case .trickle: return .trickle(bytesPerSecond: rate)
    case .silence: return .silence
    case .close: return .closeWithoutReply
    case .headers: return .headerFlood(bytes: Self.floodBytes)
    case .garbage: return .garbage
    }
  }
}
