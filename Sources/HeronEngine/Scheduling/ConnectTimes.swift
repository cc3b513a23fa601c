/// How long connections take to open, and how long is out of the ordinary.
///
/// The estimator of RFC 6298 (section 2) over the times of all new connections of a loader: smoothed time + 4 ×
/// variation. So a far line or a slow one gets the time that it needs, and where nothing has ever connected nothing
/// is out of the ordinary.
struct ConnectTimes {
  // Nanoseconds.
  private var smoothed: Int64 = 0
  private var variation: Int64 = 0

  /// The time after which a connection is late; nil while none has been opened.
  var late: Int64? { smoothed > 0 ? smoothed + 4 * variation : nil }

  /// Takes in the time that a new connection took to open, TLS included.
  mutating func add(nanoseconds time: Int64) {
    guard time > 0 else { return }
    guard smoothed > 0 else {
      smoothed = time
      variation = time / 2
      return
    }
    variation += (abs(smoothed - time) - variation) / 4
    smoothed += (time - smoothed) / 8
  }
}
