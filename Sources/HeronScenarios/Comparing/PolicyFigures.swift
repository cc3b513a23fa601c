/// What a policy made of a scenario on a line, over all seeds.
public struct PolicyFigures: Sendable, Hashable {
  /// Requests of listeners.
  public let requested: Int
  /// Those of them that got their media.
  public let delivered: Int
  /// Pictures that some policy brought, and this one did not though its caller waited.
  public let lost: Int
  /// Seconds to the media of visible loads, as percentiles; infinite where that many were lost, nil without visible
  /// loads that could be had.
  public let median: Double?
  /// The 95th percentile.
  public let late: Double?
  /// The longest.
  public let longest: Double?
  /// Seconds from the last visible request until all of them are there: the median of the seeds.
  public let fullScreen: Double?
  /// Requests that went out for each picture that was asked for.
  public let requestsPerPicture: Double
  /// Bytes that came for loads that nobody wanted in the end.
  public let deadBytes: Int64
  /// The most attempts at a time, in any seed.
  public let peakActive: Int

  /// The figures of these runs.
  init(_ runs: [PolicyRace.Run]) {
    requested = runs.reduce(0) { $0 + $1.requested }
    delivered = runs.reduce(0) { $0 + $1.delivered }
    lost = runs.reduce(0) { $0 + $1.lost }
    let waits = runs.flatMap(\.waits)
    median = Comparison.Statistic.percentile(50).pick(waits)
    late = Comparison.Statistic.percentile(95).pick(waits)
    longest = Comparison.Statistic.most.pick(waits)
    fullScreen = Comparison.Statistic.percentile(50).pick(runs.compactMap(\.fullScreen))
    let pictures = runs.reduce(0) { $0 + $1.pictures }
    requestsPerPicture = Double(runs.reduce(0) { $0 + $1.attempts }) / Double(max(1, pictures))
    deadBytes = runs.reduce(0) { $0 + $1.deadBytes }
    peakActive = runs.map(\.peakActive).max() ?? 0
  }
}
