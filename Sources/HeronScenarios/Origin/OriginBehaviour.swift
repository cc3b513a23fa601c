/// How a path answers over time: the first request with the first reply, and so on; the last one repeats for ever.
public struct OriginBehaviour: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// The replies in turn; never empty.
  public let replies: [OriginReply]

  /// The replies in turn; without any, the path answers 404.
  public init(_ replies: [OriginReply]) { self.replies = replies.isEmpty ? [.failed(404)] : replies }

  /// Always the same.
  public static func always(_ reply: OriginReply) -> OriginBehaviour { OriginBehaviour([reply]) }

  /// The replies of a literal, in turn.
  public init(arrayLiteral elements: OriginReply...) { self.init(elements) }

  /// The reply to the request of that number, from 1.
  public func reply(toVisit visit: Int) -> OriginReply { replies[min(max(visit, 1), replies.count) - 1] }
}

/// What an origin serves. Asked on the origin's own thread for each request, so it answers at once.
public protocol OriginRoutes: Sendable {
  /// How the path of `request` behaves; nil where there is no such path (404).
  func behaviour(for request: OriginRequest) -> OriginBehaviour?
}

/// Routes written down path by path.
public struct RouteTable: OriginRoutes, ExpressibleByDictionaryLiteral {
  /// The behaviour of each path.
  public var behaviours: [String: OriginBehaviour]

  /// Routes by path.
  public init(_ behaviours: [String: OriginBehaviour] = [:]) { self.behaviours = behaviours }

  /// Routes from a literal; of two with the same path the latter holds.
  public init(dictionaryLiteral elements: (String, OriginBehaviour)...) {
    behaviours = Dictionary(elements) { _, latter in latter }
  }

  /// How the path behaves.
  public func behaviour(for request: OriginRequest) -> OriginBehaviour? { behaviours[request.path] }
}
