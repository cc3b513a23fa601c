import NIOCore

/// What all connections of an origin share: the book of what came, and the rules of what goes back.
struct OriginService: Sendable {
  let log: OriginLog
  let routes: any OriginRoutes
  let settings: OriginSettings
  /// How fast it answers; nil: as fast as it can.
  var pace: NIOLoopBound<OriginPace>?

  /// Writes a request down and decides the whole answer to it.
  ///
  /// - Parameter isLast: whether the connection serves no request after this one.
  func answer(_ request: OriginRequest, isLast: Bool = false) -> ReplyScript {
    let request = log.requestBegan(request)
    let behaviour = routes.behaviour(for: request) ?? .always(.failed(404))
    return ReplyScript(behaviour.reply(toVisit: request.visit), to: request, isLast: isLast)
  }

  /// Whether a connection has had its share of requests.
  func isLast(_ count: Int) -> Bool { settings.requestsPerConnection.map { count >= $0 } ?? false }
}
