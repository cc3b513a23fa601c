import HeronEngine

extension ReplyScript {
  /// How often a trickle sends.
  private static let tricklesPerSecond = 20
  private static let largestChunk = 8 << 10
  private static let longestFloodLine = 1000

  /// Adds the steps of a fault, and changes the ending to its own.
  mutating func act(_ fault: OriginReply.Fault, body: Range<Int>) {
    switch fault {
    case .none: sendMessage(body)
    case .reset(let count): sendBeginning(of: body, count, then: .reset)
    case .resetBeforeHead: ending = .reset
    case .stall(let count, let duration): stall(body, after: count, lasting: duration)
    case .trickle(let rate): trickle(body, bytesPerSecond: rate)
    case .truncate(let count): sendBeginning(of: body, count, then: .close)
    case .closeWithoutReply: ending = .close
    case .silence: ending = .hang
    case .headerFlood(let count):
      flood(upTo: count)
      sendMessage(body)
    case .endlessHeader: steps += [.beginEndlessHead, .sendMoreHead]
    case .interimFlood(let count):
      steps.append(.sendInterim(count: max(count, 0)))
      sendMessage(body)
    case .garbage: sendOnly((0..<64).map { 0x81 &+ 37 &* $0 } + Array("\r\n\r\n".utf8))
    case .bodyOnly: sendOnly(Array(self.body[body]))
    case .badChunk(let count):
      sendBeginning(of: body, count, then: .close)
      steps.append(.sendRaw(Array("no number\r\n".utf8)))
    case .streamReset(let code, let count?): sendBeginning(of: body, count, then: .resetStream(code))
    case .streamReset(let code, nil): ending = .resetStream(code)
    case .goAway(let isAnswering):
      if isAnswering { sendMessage(body) }
      ending = .goAway(answering: isAnswering)
    }
  }

  private mutating func sendMessage(_ body: Range<Int>) {
    steps.append(.sendHead)
    send(body)
    endBody()
  }

  private mutating func sendBeginning(of body: Range<Int>, _ count: Int, then ending: Ending) {
    steps.append(.sendHead)
    send(body.beginning(count))
    self.ending = ending
  }

  private mutating func sendOnly(_ bytes: [UInt8]) {
    steps.append(.sendRaw(bytes))
    ending = .close
  }

  private mutating func stall(_ body: Range<Int>, after count: Int, lasting duration: Duration?) {
    steps.append(.sendHead)
    let first = body.beginning(count)
    send(first)
    guard let duration else {
      ending = .hang
      return
    }
    steps.append(.wait(duration))
    send(first.upperBound..<body.upperBound)
    endBody()
  }

  private mutating func trickle(_ body: Range<Int>, bytesPerSecond: Int) {
    steps.append(.sendHead)
    let rate = max(bytesPerSecond, 1)
    for part in body.portions(of: max(rate / Self.tricklesPerSecond, 1)) {
      send(part)
      if part.upperBound < body.upperBound { steps.append(.wait(.seconds(1) * part.count / rate)) }
    }
    endBody()
  }

  private mutating func flood(upTo count: Int) {
    var missing = count
    while missing > 0 {
      let frame = "X-Flood: \r\n".utf8.count
      let value = String(repeating: "~", count: max(min(missing, Self.longestFloodLine) - frame, 0))
      fields.append("X-Flood", value)
      missing -= frame + value.utf8.count
    }
  }

  private mutating func send(_ part: Range<Int>) {
    steps += part.portions(of: isChunked ? Self.largestChunk : .max).map { .sendBody($0) }
  }

  private mutating func endBody() {
    if isChunked { steps.append(.endChunks) }
  }
}

extension Range<Int> {
  /// The first `count` of it; fewer where there are no more, none for a negative number.
  fileprivate func beginning(_ count: Int) -> Range<Int> {
    lowerBound..<lowerBound + Swift.min(Swift.max(count, 0), self.count)
  }

  /// The range cut into parts of `size`, the last one as large as it comes; none where it is empty.
  fileprivate func portions(of size: Int) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var rest = self
    while !rest.isEmpty {
      let part = rest.beginning(size)
      parts.append(part)
      rest = part.upperBound..<upperBound
    }
    return parts
  }
}
