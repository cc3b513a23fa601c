import Foundation
import HeronEngine
import HeronTesting
import Testing

@Suite struct `Random worlds` {
  /// Fewer where a sanitizer makes all slow: a virtual world has one thread.
  private static let share = (ProcessInfo.processInfo.environment["HERON_SEEDS"].flatMap { UInt64($0) } ?? 5) * 10

  @Test(arguments: 0..<20)
  func `a thousand of them break no invariant and come to rest`(part: UInt64) throws {
    for seed in (part * 50)..<(part * 50 + Self.share) {
      let world = try RandomWorld(seed: seed)
      world.run()
      #expect(world.bench.world.steps > 0)
    }
  }

  @Test(arguments: [3, 77, 512] as [UInt64])
  func `the same seed gives the same timeline`(seed: UInt64) throws {
    let timelines = try (0..<3).map { _ in
      let world = try RandomWorld(seed: seed)
      world.run()
      return world.text
    }
    #expect(timelines[0] == timelines[1])
    #expect(timelines[1] == timelines[2])
    #expect(timelines[0].count > 5)
  }
}
