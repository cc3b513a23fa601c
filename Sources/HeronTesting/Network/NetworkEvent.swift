public import HeronEngine

/// Something that a network of a virtual world saw.
public enum NetworkEvent: Sendable {
  /// A request was made.
  case started(url: String)
  /// The head of a reply came.
  case answered(url: String, status: Int, headers: HTTPFields)
  /// A transfer ended, well or not.
  case ended(url: String)
  /// A transfer was cancelled by the loader; `silence` is how long nothing had come.
  case cancelled(url: String, silence: Duration, hadHead: Bool)
}

/// A network that can be watched: what ``Invariants`` needs of it.
public protocol WatchedNetwork: Transport {
  /// Transfers that run.
  var active: Int { get }
  /// Transfers of a URL that run.
  func active(_ url: String) -> Int
  /// Tells of everything that the network sees.
  func observe(_ observer: @escaping @Sendable (NetworkEvent) -> Void)
}
