import Dispatch
import HeronCodecs
import HeronCurl
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
  /// - Throws: ``ConfigurationError`` where a figure is out of its range, ``TransportError`` where the machine has no
  ///   thread or descriptor left for the network.
  public static func live(
    profile: Configuration.Profile = .interactive, delivery: Delivery = .loaderQueue,
    logger: Logger = Logger(label: "heron"), configure: (inout Configuration) -> Void = { _ in }
  ) throws -> MediaLoader {
    var configuration = Configuration(profile)
    configure(&configuration)
    // Before a thread is started for it.
    try configuration.validate()
    var environment = try Environment.live(configuration, delivery: delivery)
    environment.logger = logger
    return try MediaLoader(configuration: configuration, environment: environment)
  }
}

extension Environment {
  fileprivate static func live(
    _ configuration: Configuration, delivery: Delivery
  ) throws(TransportError) -> Environment {
    let queue = DispatchQueue(label: "heron.loader")
    var generator = SystemRandomNumberGenerator()
    return Environment(
      executor: DispatchExecutor(queue), clock: DispatchClock(queue: queue),
      workPool: DispatchWorkPool(width: ProcessorCount.available),
      transport: try CurlTransport(.serving(configuration)), decoders: .all, delivery: delivery,
      seed: generator.next())
  }
}

extension CurlConfiguration {
  /// Room for as many connections as there may be attempts, so that all of them are used again.
  fileprivate static func serving(_ configuration: Configuration) -> CurlConfiguration {
    var curl = CurlConfiguration()
    curl.maxConnections = max(curl.maxConnections, configuration.maxActive)
    return curl
  }
}
