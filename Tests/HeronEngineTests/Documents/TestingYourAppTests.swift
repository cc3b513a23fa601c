import HeronEngine
import HeronTesting
import Testing

// What docs/testing-your-app.md shows. A test of the house holds the two together.

// begin model
@MainActor final class Portrait: @MainActor MediaLoadListener {
  private(set) var picture: Image?
  private(set) var isBusy = false
  private var load: MediaLoad?

  func show(_ url: String, by loader: MediaLoader) {
    isBusy = true
    load = loader.load(MediaRequest(url), for: self)
  }

  func mediaLoad(_ load: MediaLoad, didReceive event: MediaLoad.Event) {
    guard case .finished(let result) = event else { return }
    picture = try? result.get().image
    isBusy = false
  }
}
// end model

@Suite struct `The documents' tests of an app` {
  // begin test
  @MainActor @Test func `a portrait comes at the second attempt, and one that is gone asks for nothing`() throws {
    let bench = try TestBench(onMainActor: true)
    bench.transport.set("https://a.test/ada.png", .status(503), .ok())
    let portrait = Portrait()
    var gone: Portrait? = Portrait()
    portrait.show("https://a.test/ada.png", by: bench.loader)
    gone?.show("https://a.test/bob.png", by: bench.loader)
    gone = nil
    bench.world.run()
    #expect(portrait.picture != nil && !portrait.isBusy)
    #expect(bench.transport.requests.map(\.url) == ["https://a.test/ada.png", "https://a.test/ada.png"])
  }
  // end test

  // begin network
  @MainActor @Test func `sixty portraits are there within three seconds of LTE`() throws {
    let world = VirtualWorld()
    let network = VirtualNetwork(world, link: .lte)
    network.set(
      "https://a.test",
      VirtualOrigin(version: .http2) { _, _ in
        .ok([UInt8](repeating: 1, count: 20 << 10), latency: .milliseconds(80))
      })
    let environment = Environment(
      executor: world, clock: world, workPool: world.workPool, transport: network, decoders: ScriptedDecoder.decoders,
      delivery: .mainLoop { world.submit($0) }, seed: 1)
    let loader = try MediaLoader(configuration: Configuration(), environment: environment)
    let portraits = (0..<60).map { _ in Portrait() }
    for (number, portrait) in portraits.enumerated() { portrait.show("https://a.test/\(number).png", by: loader) }
    world.run(until: .seconds(3))
    #expect(portraits.allSatisfy { $0.picture != nil })
    #expect(network.tally.connections == 1)
  }
  // end network
}
