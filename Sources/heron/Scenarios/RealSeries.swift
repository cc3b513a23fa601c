import Heron
import HeronCodecs
import HeronCurl
import HeronScenarios

/// Scenarios with their seeds, in life, one after the other: two at a time would disturb each other.
struct RealSeries {
  let items: SeededScenarios
  let flags: [String]
  /// Whether each is played in virtual time too, to compare.
  let comparesWorlds: Bool

  /// Runs all, and tells each verdict in its turn.
  ///
  /// - Returns: false where Ctrl-C ended it.
  func run(_ tell: (Verdict, WorldAgreement?) throws -> Void) async throws -> Bool {
    let isStopped = RaisedFlag()
    let interruption = Interruption { isStopped.raise() }
    defer { withExtendedLifetime(interruption) {} }
    for (scenario, seed) in items where !isStopped.isRaised {
      let record = try await record(scenario, seed, isStopped)
      var baseline: RunRecord?
      if scenario.baseline != nil, !isStopped.isRaised {
        baseline = try await self.record(scenario, seed, isStopped, isBaseline: true)
      }
      guard !isStopped.isRaised else { break }
      try tell(Verdict(record, baseline: baseline), try agreement(record, scenario, seed))
    }
    return !isStopped.isRaised
  }

  private func agreement(_ life: RunRecord, _ scenario: Scenario, _ seed: UInt64) throws -> WorldAgreement? {
    guard comparesWorlds, scenario.worlds.contains(.virtual) else { return nil }
    return WorldAgreement(life: life, model: try VirtualRun.run(scenario, seed: seed, flags: flags))
  }

  private func record(
    _ scenario: Scenario, _ seed: UInt64, _ isStopped: RaisedFlag, isBaseline: Bool = false
  ) async throws -> RunRecord {
    do {
      return try await RealRun.run(
        scenario, seed: seed, flags: flags, isBaseline: isBaseline, isStopped: { isStopped.isRaised },
        encode: { try? PNGEncoder().encode($0) }, makeLoader: Self.loader)
    } catch {
      throw CommandFailure("\(scenario.file): cannot run in life: \(error)", status: .failure)
    }
  }

  private static func loader(_ configuration: Configuration, _ road: RealRun.Road) throws -> MediaLoader {
    try MediaLoader.live(
      delivery: road.delivery, logger: .command(isQuiet: true), configure: { $0 = configuration },
      network: { network in
        network.connectTo = road.connectTo
        network.caFile = road.caFile
      }, seed: road.seed, attemptObserver: road.attemptObserver)
  }
}
