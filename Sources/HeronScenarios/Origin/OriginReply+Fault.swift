extension OriginReply {
  /// What goes wrong. Counts are of bytes of body really sent, after the whole head.
  public enum Fault: Sendable, Hashable {
    /// Nothing.
    case none

    // The connection.

    /// The connection is reset (TCP RST) after so many bytes; what the client has not read by then may be lost.
    case reset(afterBytes: Int)
    /// The connection is reset instead of any answer.
    case resetBeforeHead
    /// Nothing more comes after so many bytes, for a time, or for as long as the client stays.
    case stall(afterBytes: Int, lasting: Duration? = nil)
    /// The body comes at that rate, at least one byte at a time.
    case trickle(bytesPerSecond: Int)
    /// The connection is closed cleanly after so many bytes; a chunked body lacks its last chunk then.
    case truncate(afterBytes: Int)
    /// The connection is closed cleanly instead of any answer.
    case closeWithoutReply
    /// No answer comes at all, for as long as the client stays.
    case silence

    // The message. What is no HTTP of either version is put on an HTTP/2 connection too, where it is no frame.

    /// The header section has at least that many bytes, in lines of up to a thousand; the body follows.
    case headerFlood(bytes: Int)
    /// A field's value that never ends; by HTTP/2 CONTINUATION frames that never end (RFC 9113 §6.10).
    case endlessHeader
    /// That many interim responses (103, RFC 8297) come before the final one.
    case interimFlood(count: Int)
    /// Bytes that mean nothing instead of a status line; the connection is closed after them.
    case garbage
    /// The body and nothing else, as HTTP/0.9 did; the connection is closed after it.
    case bodyOnly
    /// The body is chunked, and after so many bytes comes a chunk size that is no number.
    case badChunk(afterBytes: Int)

    // HTTP/2 only.

    /// The stream is reset after so many bytes, or with nil instead of any answer. HTTP/1.1 resets the connection.
    case streamReset(StreamError, afterBytes: Int? = nil)
    /// The connection is given up (GOAWAY, RFC 9113 §6.8), and closed once its other requests are answered. This one
    /// is answered too, behind the frame, or not acted upon at all. HTTP/1.1 closes the connection likewise.
    case goAway(answering: Bool)
  }

  /// The codes of RST_STREAM that a server has reason to send: RFC 9113 §7.
  public enum StreamError: UInt32, Sendable, Hashable, CaseIterable {
    /// NO_ERROR
    case none = 0x0
    /// PROTOCOL_ERROR
    case protocolViolation = 0x1
    /// INTERNAL_ERROR
    case serverFailed = 0x2
    /// REFUSED_STREAM: nothing was done about the request.
    case refused = 0x7
    /// CANCEL
    case cancelled = 0x8
    /// ENHANCE_YOUR_CALM
    case tooMuch = 0xB
    /// HTTP_1_1_REQUIRED
    case needsHTTP11 = 0xD
  }
}
