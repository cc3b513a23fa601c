public import HeronEngine

/// A loader in a virtual world with a scripted network, its invariants watched: what most tests begin with.
public struct TestBench: Sendable {
  /// The world.
  public let world: VirtualWorld
  /// The network.
  public let transport: ScriptedTransport
  /// The loader.
  public let loader: MediaLoader
  /// What is checked after every piece of work.
  public let invariants: Invariants
  /// What the listeners made here hear.
  public let timeline: Timeline

  /// A loader with the interactive profile's settings, as `configure` changes them.
  ///
  /// - Parameters:
  ///   - delivery: where listeners are called.
  ///   - onMainActor: whether they are called on the main actor instead, for a test that runs there.
  public init(
    seed: UInt64 = 1, delivery: Delivery = .loaderQueue, onMainActor: Bool = false,
    configure: (inout Configuration) -> Void = { _ in },
    observingAttempts observer: (@Sendable (AttemptReport) -> Void)? = nil
  ) throws(ConfigurationError) {
    var configuration = Configuration()
    configure(&configuration)
    world = VirtualWorld()
    transport = ScriptedTransport(world)
    timeline = Timeline(world)
    let world = self.world
    var environment = Environment(
      executor: world, clock: world, workPool: world.workPool, transport: transport,
      decoders: ScriptedDecoder.decoders,
      delivery: onMainActor ? .mainLoop { world.submit($0) } : delivery, seed: seed)
    environment.attemptObserver = observer
    loader = try MediaLoader(configuration: configuration, environment: environment)
    invariants = Invariants(loader, in: world, transport: transport)
  }

  /// A listener of this world.
  public func listener(
    _ name: String, reaction: (@Sendable (MediaLoad, MediaLoad.Event) -> Void)? = nil
  ) -> RecordingListener {
    RecordingListener(name, in: world, timeline: timeline, reaction: reaction)
  }

  /// What the loader has done and is doing.
  public func statistics() -> Statistics {
    world.inside { [loader] in loader.assumeIsolated { $0.statistics } }
  }
}
