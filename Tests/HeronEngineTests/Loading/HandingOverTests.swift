import Dispatch
import HeronTesting
import Synchronization
import Testing

@testable import HeronEngine

@Suite struct `Ends that are told together` {
  private let world = VirtualWorld()
  private let transport = HeldTransport()
  private let loader: MediaLoader

  init() throws {
    loader = try MediaLoader(
      configuration: Configuration(.bulk),
      environment: Environment(
        executor: world, clock: world, workPool: world.workPool, transport: transport, delivery: .loaderQueue, seed: 1))
  }

  private func ask(_ count: Int) -> [(RecordingListener, MediaLoad)] {
    let timeline = Timeline(world)
    let asked = (0..<count).map { number in
      let listener = RecordingListener("\(number)", in: world, timeline: timeline)
      return (listener, loader.load(MediaRequest("http://a.test/\(number)", kind: .data), for: listener))
    }
    world.run(until: .milliseconds(1))
    return asked
  }

  @Test func `are handled together, once all have been told`() {
    let asked = ask(3)
    let observers = transport.observers
    for observer in observers { observer.answer(amongOthers: true) }
    world.run(until: .milliseconds(2))
    #expect(asked.allSatisfy { $0.0.media == nil })
    let steps = world.steps
    for observer in observers { observer.handleEnds() }
    world.run(until: .milliseconds(3))
    #expect(asked.allSatisfy { $0.0.media != nil })
    #expect(world.steps == steps + 1)
  }

  @Test func `are handled with whatever else wakes the loader meanwhile`() {
    let asked = ask(1)
    for observer in transport.observers { observer.answer(amongOthers: true) }
    let other = loader.prefetch(MediaRequest("http://b.test/", kind: .data))
    world.run(until: .milliseconds(2))
    #expect(asked.allSatisfy { $0.0.media != nil })
    for observer in transport.observers { observer.handleEnds() }
    world.run(until: .milliseconds(3))
    #expect(other.isLive && transport.observers.count == 2)
  }

  @Test func `one that is told by itself needs no more`() {
    let asked = ask(1)
    for observer in transport.observers { observer.answer(amongOthers: false) }
    world.run(until: .milliseconds(2))
    #expect(asked.allSatisfy { $0.0.media != nil })
  }
}

@Suite struct `An executor on a queue` {
  private let order = Order()

  @Test func `that borrows threads performs work inside the call, after what was submitted, isolated`() {
    let executor = DispatchExecutor(DispatchQueue(label: "borrowing"), borrowsThreads: true)
    executor.submit { [order] in order.note("submitted") }
    executor.perform { [order] in
      order.note(executor.isIsolatingCurrentContext() == true ? "performed, isolated" : "performed")
    }
    order.note("returned")
    #expect(order.words == ["submitted", "performed, isolated", "returned"])
  }

  @Test func `that does not only submits it`() {
    let queue = DispatchQueue(label: "queueing")
    let executor = DispatchExecutor(queue)
    queue.suspend()
    executor.perform { [order] in order.note("performed") }
    order.note("returned")
    queue.resume()
    queue.sync {}
    #expect(order.words == ["returned", "performed"])
  }

  @Test func `brings a loader its ends on the transport's thread`() throws {
    let transport = HeldTransport()
    let queue = DispatchQueue(label: "loader")
    let loader = try MediaLoader(
      configuration: Configuration(.bulk),
      environment: Environment(
        executor: DispatchExecutor(queue, borrowsThreads: true), clock: DispatchClock(queue: queue),
        workPool: DispatchWorkPool(width: 1), transport: transport, delivery: .loaderQueue, seed: 1))
    let listener = EndListener()
    let load = loader.load(MediaRequest("http://a.test/", kind: .data), for: listener)
    // The request goes its usual way.
    queue.sync {}
    for observer in transport.observers {
      observer.answer(amongOthers: true)
      observer.handleEnds()
    }
    #expect(listener.ends.load(ordering: .relaxed) == 1)
    withExtendedLifetime(load) {}
  }
}

private final class Order: Sendable {
  private let noted = Mutex<[String]>([])

  var words: [String] { noted.withLock(\.self) }

  func note(_ word: String) { noted.withLock { $0.append(word) } }
}

/// Keeps those who wait for an answer.
private final class HeldTransport: Transport {
  private let held = Mutex<[any TransportObserver]>([])

  var observers: [any TransportObserver] { held.withLock(\.self) }

  func start(_ request: TransportRequest, observer: any TransportObserver) -> any TransportTransfer {
    held.withLock { $0.append(observer) }
    return HeldTransfer()
  }
}

private final class HeldTransfer: TransportTransfer {
  func cancel() {}
}

private final class EndListener: SendableMediaLoadListener {
  let ends = Atomic<Int>(0)

  func mediaLoad(_ load: MediaLoad, didReceive event: MediaLoad.Event) {
    if case .finished = event { ends.add(1, ordering: .relaxed) }
  }
}

extension TransportObserver {
  fileprivate func answer(amongOthers: Bool) {
    _ = didReceive(ResponseHead(status: 200))
    _ = [1 as UInt8].withUnsafeBytes { didReceive($0) }
    let end = Result<TransportMetrics, TransportError>.success(TransportMetrics())
    if amongOthers { didFinishAmongOthers(end) } else { didFinish(end) }
  }
}
