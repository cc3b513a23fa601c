import HeronEngine
import HeronScenarios
import Testing

/// What an origin does, and what a loader is to make of it.
struct LoadCase: Sendable, CustomTestStringConvertible {
  /// How a load ends.
  enum End: Sendable, Equatable {
    case loaded(String)
    case failed(MediaLoadError.Kind)
  }

  var name: String
  var replies: [OriginReply]
  var end = End.loaded("0123456789")
  /// The requests that the origin is to see.
  var requests = 1
  /// The first byte that the second request is to ask for; nil: the whole.
  var resumedAt: Int?
  /// Whether the bytes before it can be kept.
  var isSame = true

  var testDescription: String { name }

  static let good = OriginReply.found(Array("0123456789".utf8))
  /// With a strong tag, so that it can be resumed.
  static let tagged = OriginReply.found(Array("0123456789".utf8), etag: "v1")

  /// Serves the replies to a loader and holds what becomes of them against the case.
  func check(_ origin: LoopbackOrigin, _ loader: SocketLoader, sourceLocation: SourceLocation = #_sourceLocation) async
  {
    let result = await loader.load(origin.url("/a"))
    switch end {
    case .loaded(let text):
      #expect(result.text == text, "\(name): \(String(describing: result.error))", sourceLocation: sourceLocation)
    case .failed(let kind):
      #expect(result.error?.kind == kind, "\(name): \(result)", sourceLocation: sourceLocation)
      #expect(result.error?.origin.hasSuffix(":\(origin.port)") == true, sourceLocation: sourceLocation)
    }
    #expect(origin.count(of: "/a") == requests, "\(name)", sourceLocation: sourceLocation)
    let ranges = origin.requests.map { $0.fields["Range"] }
    #expect(ranges.first == .some(nil), sourceLocation: sourceLocation)
    let second = ranges.count > 1 ? ranges[1] : nil
    #expect(second == resumedAt.map { "bytes=\($0)-" }, "\(name)", sourceLocation: sourceLocation)
    if let media = result.media {
      let saved = Int64(isSame ? resumedAt ?? 0 : 0)
      #expect(media.trace.bytesResumed == saved, "\(name)", sourceLocation: sourceLocation)
    }
  }
}
