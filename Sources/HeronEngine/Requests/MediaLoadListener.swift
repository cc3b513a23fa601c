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
