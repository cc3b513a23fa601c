import FoundationEssentials

/// Where a redirect leads, and what may be sent there (RFC 9110 §15.4).
struct Redirect: Sendable {
  /// The absolute URL.
  let url: String
  /// The header fields to send. Another origin gets none that the caller chose, but for what says which kind of answer
  /// is wanted; what is dropped once stays dropped on the way back.
  let headers: HTTPFields

  /// What is said to any origin (RFC 9110 §12.5): nothing that proves or tells who asks.
  private static let harmless: Set<String> = ["accept", "accept-language", "user-agent"]

  /// The redirect that `head` orders.
  ///
  /// - Parameters:
  ///   - base: the URL that answered so.
  ///   - headers: what it was sent.
  ///   - count: the redirects of the attempt, this one included.
  /// - Throws: `redirect` where it may not be followed, `badURL` where it leads to nothing that can be asked for.
  init(
    _ head: ResponseHead, from base: String, headers: HTTPFields, count: Int, limits: SizeLimits
  ) throws(MediaLoadError) {
    let location = head.headers["Location"] ?? ""
    let from = try URLRules.origin(of: base, maxBytes: limits.maxURLBytes)
    guard location.utf8.count <= limits.maxURLBytes, let target = Self.resolve(location, against: base) else {
      throw Self.error(
        "\(from.name) redirects to '\(location.prefix(100))', which is no URL that can be followed.", head)
    }
    let to: URLRules.Origin
    do {
      to = try URLRules.origin(of: target, maxBytes: limits.maxURLBytes)
    } catch {
      var error = error
      error.message = "\(from.name) redirects where nothing can be asked for: \(error.message)"
      throw error
    }
    guard count <= limits.maxRedirects else { throw Self.tooMany(from.name, target, count, limits.maxRedirects, head) }
    guard to.isSecure || !from.isSecure else {
      throw Self.error("\(from.name) redirects to \(to.name), which is not encrypted.", head)
    }
    let stays = to.name == from.name
    url = Self.withCredentials(of: stays ? base : nil, target)
    self.headers = stays ? headers : HTTPFields(headers.lines.filter { Self.harmless.contains($0.name.lowercased()) })
  }

  // RFC 3986 §5.2; a fragment says nothing to a server.
  private static func resolve(_ location: String, against base: String) -> String? {
    guard !location.isEmpty, let base = URL(string: base), let url = URL(string: location, relativeTo: base) else {
      return nil
    }
    return url.absoluteString
  }

  // A server cannot choose the name that we go by, neither at another origin nor at its own.
  private static func withCredentials(of base: String?, _ target: String) -> String {
    guard var components = URLComponents(string: target) else { return target }
    let own = base.flatMap { URLComponents(string: $0) }
    guard
      components.percentEncodedUser != own?.percentEncodedUser
        || components.percentEncodedPassword != own?.percentEncodedPassword
    else { return target }
    components.percentEncodedUser = own?.percentEncodedUser
    components.percentEncodedPassword = own?.percentEncodedPassword
    return components.string ?? target
  }

  private static func error(_ message: String, _ head: ResponseHead) -> MediaLoadError {
    var error = MediaLoadError(.redirect, message)
    error.status = head.status
    return error
  }

  private static func tooMany(
    _ origin: String, _ target: String, _ count: Int, _ limit: Int, _ head: ResponseHead
  ) -> MediaLoadError {
    var error = error(
      "\(origin) redirects further than --max-redirects \(limit) allows; the next place is \(target.prefix(200)).", head
    )
    error.limit = MediaLoadError.Limit("max-redirects", limit: Int64(limit), value: Int64(count))
    return error
  }
}

extension ResponseHead {
  /// Whether it leads to another URL that the same request may be sent to (RFC 9110 §15.4.2–§15.4.9).
  var isRedirect: Bool {
    switch status {
    case 301, 302, 303, 307, 308: headers["Location"] != nil
    default: false
    }
  }
}
