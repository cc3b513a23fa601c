/// Where a handle's events go. Not copyable, because copying a weak reference costs as much as telling an event.
enum Recipient: ~Copyable, Sendable {
  /// A listener that may be called wherever the loader delivers.
  case listener(WeakListener)
  /// A listener of the main actor, behind a closure that holds it weakly; false once it has died.
  case mainActor(@MainActor @Sendable (MediaLoad, MediaLoad.Event?) -> Bool)
  /// Somebody who awaits, and lives as long as the handle.
  case awaiting(@Sendable (MediaLoad.Event) -> Void)
  /// Nobody: a prefetch.
  case nobody

  struct WeakListener: ~Copyable, Sendable {
    weak let object: (any SendableMediaLoadListener)?
  }

  /// Whether events go by way of the loader's delivery.
  var isPosted: Bool {
    switch self {
    case .listener: true
    case .mainActor: true
    default: false
    }
  }

  /// Calls the listener, or only asks whether it lives where there is no event. On the delivery executor only: the
  /// look at a weak reference retains the object for an instant, and its last release may be ours.
  func receive(_ event: MediaLoad.Event?, of load: MediaLoad) -> Bool {
    switch self {
    case .listener(let listener):
      guard let object = listener.object else { return false }
      if let event { object.mediaLoad(load, didReceive: event) }
      return true
    case .mainActor(let receive):
      return MainActor.assumeIsolated { receive(load, event) }
    case .awaiting(let receive):
      if let event { receive(event) }
      return true
    case .nobody:
      return true
    }
  }
}
