/// Told what happens to a load; held weakly, so that nothing is ever delivered to an object that has died.
///
/// Not `Sendable`: a view with a `var` conforms too. A `@MainActor` class writes `@MainActor MediaLoadListener` in
/// its list of conformances.
public protocol MediaLoadListener: AnyObject {
  /// Something happened to `load`.
  ///
  /// Called on the loader's delivery, events of one load in their order, after `finished` never again.
  func mediaLoad(_ load: MediaLoad, didReceive event: MediaLoad.Event)
}

/// A listener that may be called on any thread: wherever its loader delivers.
///
/// A protocol of its own, and not `any MediaLoadListener & Sendable`, because the compiler lets a class of the main
/// actor pass for that and would call it off the main actor.
public protocol SendableMediaLoadListener: MediaLoadListener, Sendable {}
