import HeronEngine
import HeronTesting
import Synchronization

/// A listener and its handle, kept together as a view keeps them.
struct Caller: Sendable {
  let listener: RecordingListener
  let handle: MediaLoad

  /// Requests that were made until its end, by its own media.
  var attempts: Int { listener.media?.trace.attempts ?? listener.error?.attempts ?? 0 }

  /// The moments, in seconds, of the events that `isMeant` picks.
  func seconds(of isMeant: (MediaLoad.Event) -> Bool) -> [Double] {
    zip(listener.events, listener.moments).filter { isMeant($0.0) }.map { Double($0.1.nanoseconds) / 1e9 }
  }

  /// The moments of its starts, in seconds.
  var starts: [Double] { seconds { if case .started = $0 { true } else { false } } }
  /// The moments at which it was told of a retry, in seconds.
  var failures: [Double] { seconds { if case .retrying = $0 { true } else { false } } }
  /// The waits that it was told, in seconds.
  var waits: [Double] {
    listener.events.compactMap {
      if case .retrying(let after, _) = $0 { Double(after.milliseconds) / 1000 } else { nil }
    }
  }
  /// The moment of its end, in seconds.
  var end: Double? { listener.result == nil ? nil : listener.moments.last.map { Double($0.nanoseconds) / 1e9 } }
}

extension TestBench {
  /// Asks for a URL.
  func load(
    _ url: String, _ priority: RequestPriority = .visible, _ change: (inout MediaRequest) -> Void = { _ in }
  ) -> Caller {
    var request = MediaRequest(url, priority: priority)
    change(&request)
    let listener = listener(url)
    return Caller(listener: listener, handle: loader.load(request, for: listener))
  }

  /// Asks for `url` under a number each.
  func load(_ numbers: Range<Int>, of url: String, _ priority: RequestPriority = .visible) -> [Caller] {
    numbers.map { load("\(url)\($0)", priority) }
  }

  /// The URLs requested so far, in their order.
  var requested: [String] { transport.requests.map(\.url) }
}

/// Callers that come one after the other while a world runs.
final class Crowd: Sendable {
  private let callers = Mutex<[Caller]>([])

  var all: [Caller] { callers.withLock(\.self) }
  var media: Int { all.count { $0.listener.media != nil } }

  func add(_ caller: Caller) { callers.withLock { $0.append(caller) } }
}
