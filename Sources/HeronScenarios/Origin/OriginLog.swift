import HeronEngine
import Synchronization

/// What an origin has seen. Written on its thread, readable from any.
final class OriginLog: Sendable {
  /// Requests kept in full; the counts go on beyond that.
  static let maxRequests = 100_000

  struct Record {
    var requests: [OriginRequest] = []
    var counts: [String: Int] = [:]
    var connections = 0
    var active = 0
    var peakActive = 0
  }

  private let record = Mutex(Record())
  private let start = ContinuousClock.now

  /// Everything so far.
  var current: Record { record.withLock { $0 } }

  /// Numbers a connection that was accepted.
  func connectionOpened() -> Int {
    record.withLock { record in
      record.connections += 1
      return record.connections
    }
  }

  /// Fills in moment and visit of a request that has arrived.
  func requestBegan(_ request: OriginRequest) -> OriginRequest {
    var request = request
    request.moment = start.duration(to: .now)
    return record.withLock { record in
      request.visit = record.counts[request.path, default: 0] + 1
      record.counts[request.path] = request.visit
      if record.requests.count < Self.maxRequests { record.requests.append(request) }
      record.active += 1
      record.peakActive = max(record.peakActive, record.active)
      return request
    }
  }

  /// The answer to a request is over, in whatever way.
  func requestEnded() { record.withLock { $0.active -= 1 } }
}
