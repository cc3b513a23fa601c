import HeronEngine

/// What an origin replies, in words that a scripted network and a real one both understand.
struct DescribedReply: Sendable {
  /// How a reply ends. Counts are of bytes of body, after the whole head.
  enum Ending: Sendable {
    /// As it should.
    case whole
    /// The connection is closed cleanly after so many bytes.
    case cut(after: Int)
    /// The connection is reset after so many bytes.
    case reset(after: Int)
    /// Nothing more comes after so many bytes.
    case silence(after: Int)
    /// There is no answer at all.
    case never
  }

  var status = 200
  /// The header fields beside Content-Length, which tells the truth.
  var headers = HTTPFields()
  var body = Array("0123456789".utf8)
  var ending = Ending.whole
}
