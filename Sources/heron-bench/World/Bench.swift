import Dispatch
import HeronEngine

/// A loader in the ordinary world, but for its transport, and the way to know when it has done what it was told.
struct Bench {
  let loader: MediaLoader

  /// The bulk profile with six active, everything else on.
  init(_ transport: any Transport, _ change: (inout Configuration) -> Void = { _ in }) throws {
    let queue = DispatchQueue(label: "heron-bench.loader")
    let environment = Environment(
      executor: DispatchExecutor(queue), clock: DispatchClock(queue: queue),
      workPool: DispatchWorkPool(width: 2), transport: transport, seed: 1)
    loader = try MediaLoader(configuration: Self.configuration(change), environment: environment)
  }

  static func configuration(_ change: (inout Configuration) -> Void = { _ in }) -> Configuration {
    var configuration = Configuration(.bulk)
    configuration.maxActive = 6
    configuration.maxActivePerOrigin = 6
    // The profile keeps nothing in memory, but what keeping costs is part of what is measured.
    configuration.memoryCacheBytes = Configuration(.interactive).memoryCacheBytes
    change(&configuration)
    return configuration
  }

  /// Asks for raw media: there is nothing to decode in an empty body.
  func load(_ url: String, for listener: any SendableMediaLoadListener) -> MediaLoad {
    loader.load(MediaRequest(url, kind: .data), for: listener)
  }

  /// Waits until the loader has handled everything that this thread told it before.
  func settle() {
    // Messages are handled in order, and a URL that is none is refused in the turn that takes it.
    let listener = CountingListener(expecting: 1)
    let last = load("not a url", for: listener)
    withExtendedLifetime(last) { listener.wait() }
  }
}
