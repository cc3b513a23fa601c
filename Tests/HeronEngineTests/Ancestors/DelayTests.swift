import HeronEngine
import HeronTesting
import Testing

/// A request that begins later, so that the text comes first.
@Suite struct `The ancestors' delayed call` {
  private func delayed(_ request: inout MediaRequest) { request.delay = .seconds(2) }

  // D2.7, the right behaviour at all.
  @Test func `a delayed request begins after its delay and holds nothing until then`() throws {
    let bench = try TestBench()
    bench.transport.setFallback { _ in .ok() }
    let asked = bench.ask("http://a.test/a.png", change: delayed)
    bench.world.run(until: .milliseconds(1999))
    #expect(bench.requested.isEmpty && bench.statistics().active == 0 && bench.statistics().delayed == 1)
    bench.world.run()
    #expect(asked.media != nil && asked.lastMoment.map { (2000..<2200).contains($0) } == true)
  }

  // D2.7: it could not be cancelled.
  @Test func `a delayed request can be cancelled and never begins`() throws {
    let bench = try TestBench()
    let asked = bench.ask("http://a.test/a.png", change: delayed)
    bench.world.run(until: .seconds(1))
    asked.load.cancel()
    bench.world.run()
    #expect(bench.requested.isEmpty && asked.text == [])
    bench.invariants.checkRest()
  }

  // D2.7: it kept its view until it fired.
  @Test func `a delayed request does not keep its listener alive, and dies with its handle`() throws {
    let bench = try TestBench()
    var asked: Asked? = bench.ask("http://a.test/a.png", change: delayed)
    weak let listener = asked?.listener
    bench.world.run(until: .seconds(1))
    #expect(listener != nil)
    asked = nil
    #expect(listener == nil)
    bench.world.run()
    #expect(bench.requested.isEmpty)
    bench.invariants.checkRest()
  }
}
