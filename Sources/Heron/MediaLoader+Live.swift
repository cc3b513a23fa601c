import Dispatch
import HeronCodecs
public import HeronCurl
public import HeronEngine
public import Logging

extension MediaLoader {
  /// A loader in the ordinary world: libcurl for the network, every decoder of the package on as many threads as there
  /// are cores, Dispatch for time and order, the system's generator for chance.
  ///
  /// ```swift
  /// let loader = try MediaLoader.live { $0.maxActive = 6 }
  /// ```
  ///
  /// - Parameters:
  ///   - profile: the preset that `configure` starts from.
  ///   - delivery: where listeners are called.
  ///   - logger: where it writes what happens.
  ///   - configure: changes what the profile does not suit.
  ///   - network: changes what holds for the network: proxy, certificates, which addresses may be connected to. The
  ///     server profile begins with the strict guard.
  ///   - seed: where its random draws (jitter) begin, for runs that are to be repeated; nil: the system's generator says.
  ///   - attemptObserver: told of each request when it ends, on the loader's queue.
  /// - Throws: ``ConfigurationError`` where a figure is out of its range, ``TransportError`` where the machine has no
  ///   thread or descriptor left for the network.
  public static func live(
    profile: Configuration.Profile = .interactive, delivery: Delivery = .loaderQueue,
    logger: Logger = Logger(label: "heron"), configure: (inout Configuration) -> Void = { _ in },
    network: (inout CurlConfiguration) -> Void = { _ in }, seed: UInt64? = nil,
    attemptObserver: (@Sendable (AttemptReport) -> Void)? = nil
  ) throws -> MediaLoader {
    var configuration = Configuration(profile)
    configure(&configuration)
    // Before a thread is started for it.
    try configuration.validate()
    var curl = CurlConfiguration(profile, configuration)
    network(&curl)
    var environment = Environment.live(transport: try CurlTransport(curl), delivery: delivery, seed: seed)
    environment.logger = logger
    environment.attemptObserver = attemptObserver
    return try MediaLoader(configuration: configuration, environment: environment)
  }
}

extension Environment {
  fileprivate static func live(transport: CurlTransport, delivery: Delivery, seed: UInt64?) -> Environment {
    let queue = DispatchQueue(label: "heron.loader")
    var generator = SystemRandomNumberGenerator()
    return Environment(
      executor: DispatchExecutor(queue, borrowsThreads: true), clock: DispatchClock(queue: queue),
      workPool: DispatchWorkPool(width: ProcessorCount.available),
      transport: transport, decoders: .all, delivery: delivery,
      seed: seed ?? generator.next())
  }
}

extension CurlConfiguration {
  /// What a profile asks of the network, with room for as many connections as there may be attempts, so that all of
  /// them are used again.
  fileprivate init(_ profile: Configuration.Profile, _ configuration: Configuration) {
    self.init()
    maxConnections = max(maxConnections, configuration.maxActive)
    if profile == .server { addressGuard = .strict }
  }
}
