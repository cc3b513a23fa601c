import Dispatch
import HeronTesting
import Synchronization
import Testing

@testable import HeronEngine

private let url = "http://a.test/1"

@Suite struct `The life of a listener` {
  private func slow(_ bench: TestBench) {
    let body: [UInt8] = [1] + Array(repeating: 7, count: 999)
    bench.transport.set(url, ScriptedReply(body: body, pieceSize: 1, pieceInterval: .milliseconds(20)))
  }

  @Test func `a loader does not keep it alive, and a dead one hears nothing`() throws {
    let bench = try TestBench()
    bench.transport.set(url, .ok())
    var listener: RecordingListener? = bench.listener("a")
    weak let seen = listener
    let handle = try bench.loader.load(MediaRequest(url), for: #require(listener))
    listener = nil
    #expect(seen == nil)
    bench.world.run()
    #expect(!handle.isLive && bench.statistics().orphaned == 1)
    bench.invariants.checkRest()
  }

  @Test func `without a handle a load lives as long as its listener`() throws {
    let bench = try TestBench()
    bench.transport.set(url, .status(503), .ok())
    let listener = bench.listener("a")
    bench.loader.load(MediaRequest(url), for: listener, lifetime: .listener)
    bench.world.run()
    #expect(listener.media != nil && listener.ends == 1)
    bench.invariants.checkRest()
  }

  @Test func `it ends within a tenth of a second of transfer after the listener died`() throws {
    let bench = try TestBench()
    slow(bench)
    var listener: RecordingListener? = bench.listener("a")
    if let listener { bench.loader.load(MediaRequest(url), for: listener, lifetime: .listener) }
    bench.world.run(until: .milliseconds(1000))
    #expect(bench.transport.active == 1)
    listener = nil
    bench.world.run(until: .milliseconds(1120))
    #expect(bench.transport.active == 0 && bench.statistics().orphaned == 1)
    bench.world.run()
    bench.invariants.checkRest()
  }

  @Test func `a listener that died in line is found out when its load would start`() throws {
    let bench = try TestBench { $0.maxActive = 1 }
    bench.transport.setFallback { _ in .ok(latency: .seconds(1)) }
    let first = bench.load("http://a.test/0")
    var listener: RecordingListener? = bench.listener("a")
    if let listener { bench.loader.load(MediaRequest(url), for: listener, lifetime: .listener) }
    bench.world.run(until: .milliseconds(500))
    listener = nil
    bench.world.run(until: .milliseconds(1100))
    #expect(first.listener.media != nil)
    #expect(bench.transport.active == 0 && bench.transport.requestCount(url) == 0, "not one request for nobody")
    bench.world.run()
    bench.invariants.checkRest()
  }

  @Test func `a listener that died in backoff costs no further request`() throws {
    let bench = try TestBench()
    bench.transport.set(url, .status(503), .ok())
    var listener: RecordingListener? = bench.listener("a")
    if let listener { bench.loader.load(MediaRequest(url), for: listener, lifetime: .listener) }
    bench.world.run(until: .milliseconds(100))
    listener = nil
    bench.world.run()
    #expect(bench.transport.requestCount(url) == 1 && bench.statistics().orphaned == 1)
    bench.invariants.checkRest()
  }

  @Test(arguments: [-1, 500])
  func `a transfer that stalls is ended within a tenth of a second of its listener's death`(byte: Int) throws {
    let bench = try TestBench()
    let body = [UInt8](repeating: 1, count: 1000)
    bench.transport.set(url, ScriptedReply(body: body, ending: .silence(atByte: byte)))
    var listener: RecordingListener? = bench.listener("a")
    if let listener { bench.loader.load(MediaRequest(url), for: listener, lifetime: .listener) }
    bench.world.run(until: .milliseconds(5000))
    #expect(bench.transport.active == 1)
    listener = nil
    bench.world.run(until: .milliseconds(5110))
    #expect(bench.transport.active == 0 && bench.statistics().orphaned == 1)
    bench.world.run()
    bench.invariants.checkRest()
  }

  @Test func `a listener that died before the decode spares it`() throws {
    let bench = try TestBench()
    bench.world.setWorkTime(.seconds(1))
    bench.transport.set(url, .ok())
    var listener: RecordingListener? = bench.listener("a")
    if let listener { bench.loader.load(MediaRequest(url), for: listener, lifetime: .listener) }
    bench.world.run(until: .milliseconds(20))
    listener = nil
    bench.world.run(until: .milliseconds(31))
    #expect(bench.statistics().decoding == 0 && bench.statistics().orphaned == 1)
  }

  /// A view of a toolkit: must be destroyed on its own thread.
  private final class Widget: SendableMediaLoadListener {
    static let key = DispatchSpecificKey<Bool>()
    let strays: Strays

    init(_ strays: Strays) { self.strays = strays }

    func mediaLoad(_ load: MediaLoad, didReceive event: MediaLoad.Event) {}

    deinit {
      strays.total.add(1, ordering: .relaxed)
      if DispatchQueue.getSpecific(key: Self.key) != true { strays.count.add(1, ordering: .relaxed) }
    }
  }

  private final class Strays: Sendable {
    let count = Atomic<Int>(0)
    let total = Atomic<Int>(0)
  }

  @Test func `it dies on its delivery thread only, however busy the loader is`() throws {
    let toolkit = DispatchQueue(label: "toolkit")
    toolkit.setSpecific(key: Widget.key, value: true)
    let delivery = Delivery.posting(isCurrent: { DispatchQueue.getSpecific(key: Widget.key) == true }) {
      toolkit.async(execute: $0)
    }
    let bench = try DispatchBench(delivery: delivery)
    let strays = Strays()
    for round in 0..<3000 {
      toolkit.sync {
        let widget = Widget(strays)
        let request = MediaRequest("http://a.test/\(round)", kind: .data)
        if round % 2 == 0 {
          bench.loader.load(request, for: widget, lifetime: .listener)
        } else {
          let handle = bench.loader.load(request, for: widget)
          toolkit.async { withExtendedLifetime((widget, handle)) {} }
        }
      }
    }
    toolkit.sync {}
    #expect(strays.total.load(ordering: .relaxed) == 3000)
    #expect(strays.count.load(ordering: .relaxed) == 0)
  }
}
