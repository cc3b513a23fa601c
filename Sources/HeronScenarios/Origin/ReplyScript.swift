import HeronEngine

/// A reply as the steps that a connection takes: the whole decision about what is sent and what goes wrong.
struct ReplyScript: Sendable, Hashable {
  enum Step: Sendable, Hashable {
    /// Does nothing for a time.
    case wait(Duration)
    /// Sends so many interim responses.
    case sendInterim(count: Int)
    /// Sends status line and header fields.
    case sendHead
    /// Begins a header section that `sendMoreHead` goes on with.
    case beginEndlessHead
    /// Sends more of the same header field, again and again.
    case sendMoreHead
    /// Sends that part of the reply's body, as a chunk where the body is chunked.
    case sendBody(Range<Int>)
    /// Sends the last chunk.
    case endChunks
    /// Sends bytes as they are, past HTTP.
    case sendRaw([UInt8])

    /// Whether it is taken again for as long as the client stays.
    var isEndless: Bool { self == .sendMoreHead }
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
    /// The stream is reset: HTTP/2 only.
    case resetStream(OriginReply.StreamError)
    /// The connection is given up, and this request with it or not: HTTP/2 only.
    case goAway(answering: Bool)

    /// Whether all of the message was sent.
    var isWholeMessage: Bool { self == .keepAlive || self == .goAway(answering: true) }
  }

  var status: Int
  var fields: HTTPFields
  var steps: [Step] = []
  var ending: Ending
  let body: [UInt8]
  /// Whether the body goes in chunks, which HTTP/2 does not know.
  private(set) var isChunked = false

  private let isHTTP2: Bool

  /// The script of a reply.
  ///
  /// - Parameter isLast: whether the connection serves no request after this one.
  init(_ reply: OriginReply, to request: OriginRequest, isLast: Bool = false) {
    status = reply.status
    fields = reply.fields
    body = reply.body
    isHTTP2 = request.version.isMultiplexed
    // HTTP/2 ends a stream where HTTP/1.1 has to end the connection.
    let survives = isHTTP2 || (request.keepsAlive && !isLast && reply.length.isTold)
    ending = survives ? .keepAlive : .close
    let part = choosePart(of: reply, for: request)
    announceLength(of: part, as: reply.fault.isOfChunks ? .chunked : reply.length)
    if ending == .close { fields.set("Connection", to: "close") }
    if reply.latency > .zero { steps.append(.wait(reply.latency)) }
    if request.method == "HEAD" { isChunked = false }
    act(reply.fault, body: request.method == "HEAD" ? 0..<0 : part)
    if !isHTTP2 { ending = ending.withoutStreams }
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
    let hasBody = status >= 200 && status != 204 && status != 304
    switch length {
    case .exact: if hasBody { fields.set("Content-Length", to: "\(body.count)") }
    case .absent: fields.set("Content-Length", to: nil)
    case .claimed(let count): fields.set("Content-Length", to: "\(count)")
    case .chunked:
      fields.set("Content-Length", to: nil)
      isChunked = hasBody && !isHTTP2
      if isChunked { fields.set("Transfer-Encoding", to: "chunked") }
    }
  }
}

extension OriginReply.Length {
  /// Whether HTTP/1.1 can tell the body's end without closing the connection, and truthfully.
  fileprivate var isTold: Bool { self == .exact || self == .chunked }
}

extension OriginReply.Fault {
  fileprivate var isOfChunks: Bool { if case .badChunk = self { true } else { false } }
}

extension ReplyScript.Ending {
  /// What comes closest to it where the connection is all there is.
  fileprivate var withoutStreams: Self {
    switch self {
    case .resetStream: .reset
    case .goAway: .close
    default: self
    }
  }
}
