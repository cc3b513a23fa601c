import Dispatch
import HeronEngine
import HeronTesting
import Synchronization

/// A loader on a real queue with real timers, and a network that answers at once or not at all.
struct DispatchBench {
  let transport = AnsweringTransport()
  let loader: MediaLoader

  init(delivery: Delivery = .loaderQueue, configure: (inout Configuration) -> Void = { _ in }) throws {
    var configuration = Configuration(.bulk)
    configuration.memoryCacheBytes = 1 << 20
    configure(&configuration)
    let queue = DispatchQueue(label: "loader")
    let environment = Environment(
      executor: DispatchExecutor(queue), clock: DispatchClock(queue: queue), workPool: DispatchWorkPool(width: 1),
      transport: transport, decoders: ScriptedDecoder.decoders, delivery: delivery, seed: 1)
    loader = try MediaLoader(configuration: configuration, environment: environment)
  }
}

/// Answers while it is asked: with a body of one byte, with 404 where the URL says "missing", and never where it says
/// "silent". Tells what it sees.
final class AnsweringTransport: Transport {
  enum Event: Sendable, Equatable {
    case started(String)
    case cancelled(String)
  }

  let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation

  init() { (events, continuation) = AsyncStream<Event>.makeStream() }

  func start(_ request: TransportRequest, observer: any TransportObserver) -> any TransportTransfer {
    continuation.yield(.started(request.url))
    let transfer = AnsweredTransfer { [continuation] in continuation.yield(.cancelled(request.url)) }
    if request.url.contains("silent") { return transfer }
    if observer.didReceive(ResponseHead(status: request.url.contains("missing") ? 404 : 200)) {
      _ = [1 as UInt8].withUnsafeBytes { observer.didReceive($0) }
    }
    observer.didFinish(.success(TransportMetrics()))
    return transfer
  }
}

private final class AnsweredTransfer: TransportTransfer {
  private let tell: @Sendable () -> Void

  init(_ tell: @escaping @Sendable () -> Void) { self.tell = tell }

  func cancel() { tell() }
}
