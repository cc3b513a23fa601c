import Heron

/// What the callers of a soak do to the loader as a whole: pages that are turned, pauses, a network that goes away.
struct SoakControl {
  /// The tag of the page that is shown.
  var page: String { "page \(pageNumber)" }

  private var pageNumber = 0
  private var isPaused = false
  private var isOffline = false
  private var lastSecond = -1

  /// Does what is due. Returns whether a second has begun.
  mutating func turn(_ loader: MediaLoader, seconds: Double) -> Bool {
    set(paused: seconds.truncatingRemainder(dividingBy: 15) > 14.7, loader)
    set(offline: seconds.truncatingRemainder(dividingBy: 40) > 39.5, loader)
    guard Int(seconds) > lastSecond else { return false }
    lastSecond = Int(seconds)
    if lastSecond % 3 == 2 {
      loader.cancelAll(tag: page)
      pageNumber += 1
    }
    return true
  }

  /// Ends pause and absence.
  mutating func release(_ loader: MediaLoader) {
    set(paused: false, loader)
    set(offline: false, loader)
  }

  private mutating func set(paused: Bool, _ loader: MediaLoader) {
    guard paused != isPaused else { return }
    isPaused = paused
    if paused { loader.pause() } else { loader.resume() }
  }

  private mutating func set(offline: Bool, _ loader: MediaLoader) {
    guard offline != isOffline else { return }
    isOffline = offline
    loader.networkChanged(offline ? .down : .up)
  }
}
