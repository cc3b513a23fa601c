import Dispatch
import Heron
import HeronCodecs
import HeronCurl
import HeronScenarios

/// The loader that a soak is about: the shipped parts, as a server that loads in bulk would set them.
enum SoakLoader {
  static func make(caFile: String, seed: UInt64) throws -> MediaLoader {
    var curl = CurlConfiguration()
    curl.caFile = caFile
    let queue = DispatchQueue(label: "heron-bench.soak.loader")
    let environment = Environment(
      executor: DispatchExecutor(queue, borrowsThreads: true), clock: DispatchClock(queue: queue),
      workPool: DispatchWorkPool(width: 2),
      transport: try CurlTransport(curl), decoders: .all, seed: seed)
    return try MediaLoader(configuration: configuration, environment: environment)
  }

  // What takes its time in the profile is over in seconds here, so that a soak of a minute meets all of it.
  private static var configuration: Configuration {
    var configuration = Configuration(.bulk)
    configuration.maxActive = 64
    configuration.maxActivePerOrigin = 32
    configuration.memoryCacheBytes = 8 << 20
    configuration.retry.maxAttempts = 3
    configuration.health.budgetRefill = 4
    configuration.health.maxGate = .seconds(2)
    configuration.health.breakerOpen = .seconds(2)
    configuration.health.breakerOpenMax = .seconds(8)
    configuration.health.maxParked = .seconds(5)
    configuration.timeLimits.connect = .seconds(2)
    configuration.timeLimits.firstByte = .seconds(4)
    configuration.timeLimits.stall = .seconds(2)
    configuration.limits.maxBodyBytes = SoakPictures.bombBytes / 8
    return configuration
  }
}
