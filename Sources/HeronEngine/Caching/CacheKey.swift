/// What makes two requests the same: everything that can change the answer, and nothing else. Two requests with
/// different header fields (another user's token) are never the same.
struct CacheKey: Equatable, Sendable {
  let url: String
  let options: MediaRequest.Options?
  let kind: MediaRequest.Kind

  init(_ request: MediaRequest) {
    url = request.url
    options = request.options
    kind = request.kind
  }

  static func == (left: CacheKey, right: CacheKey) -> Bool {
    guard left.kind == right.kind, left.url == right.url else { return false }
    if left.options === right.options { return true }
    let (mine, other) = (left.options?.values ?? .defaults, right.options?.values ?? .defaults)
    return mine.headers == other.headers && mine.keepsBody == other.keepsBody
      && mine.maxBodyBytes == other.maxBodyBytes
  }

  /// For a ``PlaceIndex``. Differs from run to run, so that nobody can make URLs that collide.
  var hash: UInt32 { UInt32(truncatingIfNeeded: url.hashValue) }
}

extension MediaRequest {
  /// Whether one load can serve both.
  func canShare(with other: MediaRequest) -> Bool {
    cachePolicy == other.cachePolicy && CacheKey(self) == CacheKey(other)
  }
}
