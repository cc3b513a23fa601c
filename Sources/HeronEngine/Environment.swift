public import Logging

/// The world that a loader lives in: time, threads, network, decoders and chance come in here and nowhere else.
public struct Environment: Sendable {
  /// Where the loader runs.
  public var executor: any EngineExecutor
  /// Its time.
  public var clock: any EngineClock
  /// Where decoding runs.
  public var workPool: any WorkPool
  /// Its network.
  public var transport: any Transport
  /// The formats that it understands.
  public var decoders: ImageDecoders
  /// Where listeners are called.
  public var delivery: Delivery
  /// The seed of its random draws (jitter).
  public var seed: UInt64
  /// Where it writes what happens.
  public var logger: Logger
  /// Told of each request when it ends, on the loader's executor.
  public var attemptObserver: (@Sendable (AttemptReport) -> Void)?

  /// A world made of the given parts. Without a logger nothing is written.
  public init(
    executor: any EngineExecutor, clock: any EngineClock, workPool: any WorkPool, transport: any Transport,
    decoders: ImageDecoders = .none, delivery: Delivery = .loaderQueue, seed: UInt64,
    logger: Logger? = nil
  ) {
    self.executor = executor
    self.clock = clock
    self.workPool = workPool
    self.transport = transport
    self.decoders = decoders
    self.delivery = delivery
    self.seed = seed
    self.logger = logger ?? Logger(label: "heron") { _ in SwiftLogNoOpLogHandler() }
  }
}
