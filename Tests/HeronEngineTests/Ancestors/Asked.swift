import HeronEngine
import HeronTesting

/// One who asked for a URL: the listener that hears of it, and the handle that keeps the load.
final class Asked: Sendable {
  let listener: RecordingListener
  let load: MediaLoad

  init(_ listener: RecordingListener, _ load: MediaLoad) {
    self.listener = listener
    self.load = load
  }

  var media: LoadedMedia? { listener.media }
  var error: MediaLoadError? { listener.error }
  var text: [String] { listener.text }
  /// When the last event was heard, in milliseconds.
  var lastMoment: Int64? { listener.moments.last.map { $0.nanoseconds / 1_000_000 } }
}

extension TestBench {
  /// Asks for a URL now, with a listener of its name.
  func ask(_ url: String, _ priority: RequestPriority = .visible, change: (inout MediaRequest) -> Void = { _ in })
    -> Asked
  {
    var request = MediaRequest(url, priority: priority)
    change(&request)
    let listener = listener(url)
    return Asked(listener, loader.load(request, for: listener))
  }

  /// Asks for numbered pictures of an origin, each of which takes `latency`.
  func ask(_ count: Int, of origin: String, latency: Duration) -> [Asked] {
    (0..<count).map { number in
      let url = "http://\(origin)/\(number).png"
      transport.set(url, .ok(latency: latency))
      return ask(url)
    }
  }
}
