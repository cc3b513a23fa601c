/// How a caller of a soak treats one request.
enum SoakManner: CaseIterable {
  /// It waits for the end.
  case stays
  /// It waits without a handle, by its listener's life.
  case staysByListener
  /// It awaits the media.
  case awaits
  /// It asks for nobody, into the memory cache.
  case prefetches
  /// It cancels.
  case cancels
  /// It releases the handle.
  case releases
  /// Its listener dies, and the handle stays.
  case forgets
  /// Its listener dies, and there is no handle.
  case dies
  /// It awaits, and its task is cancelled.
  case stopsAwaiting
  /// Its page is left: cancelled with all others under the tag.
  case turnsPage

  /// Of a hundred requests: a third is given up.
  var weight: Int {
    switch self {
    case .stays: 50
    case .staysByListener, .awaits: 5
    case .prefetches: 6
    case .cancels: 12
    case .releases: 6
    case .forgets, .dies: 4
    case .stopsAwaiting: 3
    case .turnsPage: 5
    }
  }

  /// Whether it gives the request up at a moment of its own.
  var isGivenUp: Bool {
    switch self {
    case .cancels, .releases, .forgets, .dies, .stopsAwaiting: true
    case .stays, .staysByListener, .awaits, .prefetches, .turnsPage: false
    }
  }

  /// Whether an end must be told, whatever happens.
  var isOwedAnEnd: Bool { self == .stays || self == .staysByListener || self == .awaits }
}
