import HeronEngine
import NIOHTTP1

/// A reply as the steps that a connection takes: the whole decision about what is sent and what goes wrong.
struct ReplyScript: Sendable, Hashable {
  enum Step: Sendable, Hashable {
    /// Does nothing for a time.
    case wait(Duration)
    /// Sends status line and header fields.
    case sendHead
    /// Sends that part of the reply's body.
    case sendBody(Range<Int>)
  }

  enum Ending: Sendable, Hashable {
    /// The connection serves the next request.
    case keepAlive
    /// The connection is closed cleanly.
    case close
    /// The connection is reset.
    case reset
    /// Nothing more happens until the client leaves.
    case hang
  }

  private(set) var status: Int
  private(set) var fields: HTTPFields
  private(set) var steps: [Step] = []
  private(set) var ending: Ending

  /// How often a trickle sends.
  private static let tricklesPerSecond = 20

  init(_ reply: OriginReply, to request: OriginRequest) {
    status = reply.status
    fields = reply.fields
    ending = request.keepsAlive && reply.length == .exact ? .keepAlive : .close
    let body = choosePart(of: reply, for: request)
    announceLength(of: body, as: reply.length)
    if ending == .close { fields.set("Connection", to: "close") }
    if reply.latency > .zero { steps.append(.wait(reply.latency)) }
    act(reply.fault, body: request.method == "HEAD" ? 0..<0 : body)
  }

  /// Status line, header fields and the empty line.
  var head: String {
    let lines = fields.lines.map { "\($0.name): \($0.value)\r\n" }
    return "HTTP/1.1 \(status) \(Self.reason(of: status))\r\n\(lines.joined())\r\n"
  }

  private mutating func choosePart(of reply: OriginReply, for request: OriginRequest) -> Range<Int> {
    let size = reply.body.count
    if reply.allowsRanges { fields.set("Accept-Ranges", to: "bytes") }
    switch RangeSelection(request, of: reply) {
    case .whole:
      return 0..<size
    case .part(let range):
      status = 206
      fields.set("Content-Range", to: "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)")
      return range
    case .unsatisfiable:
      status = 416
      fields.set("Content-Range", to: "bytes */\(size)")
      return 0..<0
    }
  }

  // 1xx, 204 and 304 have no body, and the first two no length either (RFC 9110 §8.6).
  private mutating func announceLength(of body: Range<Int>, as length: OriginReply.Length) {
    switch length {
    case .exact where status < 200 || status == 204 || status == 304: break
    case .exact: fields.set("Content-Length", to: "\(body.count)")
    case .absent: fields.set("Content-Length", to: nil)
    case .claimed(let count): fields.set("Content-Length", to: "\(count)")
    }
  }

  private mutating func act(_ fault: OriginReply.Fault, body: Range<Int>) {
    switch fault {
    case .none:
      steps.append(.sendHead)
      send(body)
    case .reset(let count):
      steps.append(.sendHead)
      send(body.beginning(count))
      ending = .reset
    case .truncate(let count):
      steps.append(.sendHead)
      send(body.beginning(count))
      ending = .close
    case .stall(let count, let duration):
      steps.append(.sendHead)
      stall(body, after: count, lasting: duration)
    case .trickle(let rate):
      steps.append(.sendHead)
      trickle(body, bytesPerSecond: rate)
    case .resetBeforeHead:
      ending = .reset
    case .closeWithoutReply:
      ending = .close
    }
  }

  private mutating func send(_ part: Range<Int>) {
    if !part.isEmpty { steps.append(.sendBody(part)) }
  }

  private mutating func stall(_ body: Range<Int>, after count: Int, lasting duration: Duration?) {
    let first = body.beginning(count)
    send(first)
    guard let duration else {
      ending = .hang
      return
    }
    steps.append(.wait(duration))
    send(first.upperBound..<body.upperBound)
  }

  private mutating func trickle(_ body: Range<Int>, bytesPerSecond: Int) {
    let rate = max(bytesPerSecond, 1)
    let portion = max(rate / Self.tricklesPerSecond, 1)
    for start in stride(from: body.lowerBound, to: body.upperBound, by: portion) {
      let part = start..<min(start + portion, body.upperBound)
      send(part)
      if part.upperBound < body.upperBound { steps.append(.wait(.seconds(1) * part.count / rate)) }
    }
  }

  private static func reason(of status: Int) -> String { HTTPResponseStatus(statusCode: status).reasonPhrase }
}

extension Range<Int> {
  /// The first `count` of it; fewer where there are no more, none for a negative number.
  fileprivate func beginning(_ count: Int) -> Range<Int> {
    lowerBound..<lowerBound + Swift.min(Swift.max(count, 0), self.count)
  }
}
