/// How an interrupted body goes on where it broke off (RFC 9110 §13.1.5 and §14).
///
/// Only with a strong entity tag, since nothing weaker promises the same bytes, and without a Content-Encoding, since
/// the transport undoes it and the bytes that were counted are not those that a range counts.
struct ResumePlan: Sendable, Hashable {
  /// The bytes that are there: the first byte to ask for.
  let offset: Int64
  /// The bytes of the whole, where known.
  let total: Int64?
  /// The strong entity tag, with its quotes.
  let entityTag: String

  /// A plan to go on after `received` bytes (of the whole, with all resumed parts) of the response with this head;
  /// nil where that is not safe, or where there is nothing to go on with.
  init?(_ head: ResponseHead, received: Int64) {
    let tags = head.headers.values(of: "ETag")
    guard received > 0, tags.count == 1, tags[0].isStrongEntityTag else { return nil }
    guard head.headers["Content-Encoding"] == nil else { return nil }
    guard head.headers["Accept-Ranges"]?.equalsIgnoringCase("none") != true else { return nil }
    switch head.status {
    case 200:
      let lengths = head.headers.values(of: "Content-Length")
      total = lengths.first.flatMap(Int64.init(digits:))
      guard lengths.isEmpty || total != nil, Set(lengths).count <= 1 else { return nil }
    case 206:
      guard let range = ContentRange(head) else { return nil }
      total = range.total
    default: return nil
    }
    guard total.map({ received < $0 }) ?? true else { return nil }
    offset = received
    entityTag = tags[0]
  }

  /// The header lines that ask for the rest, or for the whole if the file has changed.
  var headers: HTTPFields {
    ["Range": "bytes=\(offset)-", "If-Range": entityTag]
  }

  /// Whether a 206 is exactly the rest of the same file.
  func matches(_ head: ResponseHead) -> Bool {
    guard head.status == 206, let range = ContentRange(head), range.first == offset else { return false }
    guard head.headers["Content-Encoding"] == nil else { return false }
    guard head.headers.values(of: "ETag").allSatisfy({ $0 == entityTag }) else { return false }
    if let total, let theirs = range.total, total != theirs { return false }
    // A part that stops short of the end would be taken for the whole.
    return (total ?? range.total).map { range.last == $0 - 1 } ?? true
  }
}

extension String {
  /// Whether this is an entity tag in quotes, without `W/` (RFC 9110 §8.8.3).
  fileprivate var isStrongEntityTag: Bool {
    let bytes = utf8
    guard bytes.count >= 2, bytes.first == 0x22, bytes.last == 0x22 else { return false }
    return bytes.dropFirst().dropLast().allSatisfy { $0 == 0x21 || (0x23...0x7E).contains($0) || $0 >= 0x80 }
  }
}
