import Dispatch

/// Where listeners are called.
///
/// `Task { @MainActor }` and `DispatchQueue.main` never run under the main loops of GLib or SDL, so neither is used
/// unless chosen here.
public struct Delivery: Sendable {
  enum Place: Sendable {
    case loader
    case elsewhere(post: Post, isCurrent: @Sendable () -> Bool, isMainActor: Bool)
  }

  /// Runs the closure later, in the order of posting, on the thread or queue that is meant.
  public typealias Post = @Sendable (@escaping @Sendable () -> Void) -> Void

  let place: Place

  /// Whether it is anywhere but on the loader's queue.
  var isElsewhere: Bool { if case .loader = place { false } else { true } }

  /// Whether it enters the main actor.
  var isMainActor: Bool {
    if case .elsewhere(_, _, let isMainActor) = place { isMainActor } else { false }
  }

  /// On the loader's own queue: the cheapest, for listeners that are `Sendable` and never block. Loads, and with
  /// ``DispatchExecutor/init(_:borrowsThreads:)`` the network too, stand still while one works.
  public static let loaderQueue = Delivery(place: .loader)

  /// On Dispatch's main queue, for programs that run it (`dispatchMain()`, Foundation's run loop).
  public static let main = mainLoop { DispatchQueue.main.async(execute: $0) }

  /// On the main thread, by an event loop that is not Dispatch's: `post` hands it the closure (`g_idle_add`,
  /// `SDL_PushEvent`). The main actor's listeners are entered by `MainActor.assumeIsolated`.
  public static func mainLoop(_ post: @escaping Post) -> Delivery {
    Delivery(place: .elsewhere(post: post, isCurrent: { false }, isMainActor: true))
  }

  /// On any other thread or queue; `isCurrent` says whether the caller is on it.
  public static func posting(isCurrent: @escaping @Sendable () -> Bool, _ post: @escaping Post) -> Delivery {
    Delivery(place: .elsewhere(post: post, isCurrent: isCurrent, isMainActor: false))
  }
}
