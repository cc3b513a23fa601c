import HeronEngine

/// An observer that can ask its transfer to rest, so that nothing is fetched faster than it is taken.
protocol RestingObserver: TransportObserver {
  /// Asked before each piece of body, on the network thread: true, and the piece is kept for later, until
  /// `CurlTransfer.resume()`.
  var isFull: Bool { get }
}
