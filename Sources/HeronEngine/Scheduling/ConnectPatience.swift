/// What is held against an origin that lets others wait for its connections (docs/decisions/0011).
///
/// Each time that an attempt to it gave its slot up, the next may take twice as long to connect, and the origin rests
/// for nine times as long as it was waited for: it costs a tenth of one slot at most, and comes to its whole connect
/// timeout after a few rounds.
struct ConnectPatience: Sendable {
  /// How often attempts to it gave up since it last showed a sign of life.
  private(set) var rounds = 0
  /// Until when it gets only slots that nobody else wants.
  private(set) var restsUntil = EngineInstant.zero

  /// The rest after a round, in times of what was waited.
  static let rest: Int64 = 9

  /// How long an attempt of that round may take to connect, where `late` nanoseconds are out of the ordinary.
  static func limit(round: Int, late: Int64) -> Int64 {
    let (limit, isTooLong) = late.multipliedReportingOverflow(by: 1 << Int64(min(round, 32)))
    return isTooLong ? .max : limit
  }

  /// An attempt of that round gave its slot up, after so many nanoseconds. Those that began beside it count once.
  mutating func giveUp(round: Int, after waited: Int64, now: EngineInstant) {
    guard round == rounds else { return }
    rounds += 1
    restsUntil = now.advanced(byNanoseconds: Self.rest * waited)
  }
}
