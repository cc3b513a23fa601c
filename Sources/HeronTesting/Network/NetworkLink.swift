/// A line to the network: a round trip, and a rate that the transfers in flight share.
public struct NetworkLink: Sendable, Hashable {
  /// From a packet's departure to the arrival of its answer.
  public var roundTrip: Duration
  /// Bytes per second towards us.
  public var bytesPerSecond: Double

  /// A line of that round trip and rate.
  ///
  /// - Precondition: both are above zero.
  public init(roundTrip: Duration, bytesPerSecond: Double) {
    precondition(roundTrip > .zero && bytesPerSecond > 0, "a line needs a round trip and a rate")
    self.roundTrip = roundTrip
    self.bytesPerSecond = bytesPerSecond
  }

  /// A line of that round trip and rate, in megabits per second.
  public init(roundTrip: Duration, megabits: Double) {
    self.init(roundTrip: roundTrip, bytesPerSecond: megabits * 125_000)
  }

  /// A wired local network: a judgement, 1 Gbit/s and half a millisecond.
  public static let lan = NetworkLink(roundTrip: .microseconds(500), megabits: 1000)
  /// A home's wireless network in front of a fibre line: a judgement, 40 Mbit/s and 12 ms.
  public static let wifi = NetworkLink(roundTrip: .milliseconds(12), megabits: 40)
  /// WebPageTest's profile "LTE": 12 Mbit/s, 70 ms.
  public static let lte = NetworkLink(roundTrip: .milliseconds(70), megabits: 12)
  /// WebPageTest's profile "3G": 1.6 Mbit/s, 300 ms.
  public static let threeG = NetworkLink(roundTrip: .milliseconds(300), megabits: 1.6)
  /// WebPageTest's profile "Edge": 240 kbit/s, 840 ms.
  public static let edge = NetworkLink(roundTrip: .milliseconds(840), megabits: 0.24)

  /// The lines that have a name.
  public static let named: [(name: String, link: NetworkLink)] = [
    ("lan", .lan), ("wifi", .wifi), ("lte", .lte), ("3g", .threeG), ("edge", .edge),
  ]
}
