import HeronEngine

/// How far a run in life came to what the same scenario comes to in the virtual world.
public struct WorldAgreement: Sendable, Hashable {
  /// Requests that both runs made.
  public private(set) var requests = 0
  /// Those of them that ended alike.
  public private(set) var sameEnds = 0
  /// Those that were delivered in both.
  public private(set) var delivered = 0
  /// Those of them whose waits are within 20 ms or 10 % of each other.
  public private(set) var sameWaits = 0
  /// The largest difference of two waits, in seconds.
  public private(set) var worstWait = 0.0
  /// Pairs of delivered requests whose ends lie more than 20 ms apart in both runs.
  public private(set) var pairs = 0
  /// Those of them that ended in the same order.
  public private(set) var sameOrder = 0
  /// The time from the first request to the last delivery in life, divided by that in the virtual world; nil where
  /// nothing was delivered.
  public private(set) var total: Double?

  /// What lies closer together than this is taken for equal, in seconds.
  private static let tie = 0.020
  private static let share = 0.1

  private struct Delivery {
    var life: Double
    var model: Double
  }

  /// Compares two runs of one scenario with one seed.
  public init(life: RunRecord, model: RunRecord) {
    var deliveries: [Delivery] = []
    var begin: (life: Double, model: Double)?
    for (left, right) in zip(life.requests, model.requests) where left.url == right.url {
      requests += 1
      begin = begin ?? (left.submitted.seconds, right.submitted.seconds)
      if left.end == right.end { sameEnds += 1 }
      guard case .delivered = left.end, case .delivered = right.end, let ends = Self.ends(left, right) else { continue }
      deliveries.append(ends)
      compare(ends.life - left.submitted.seconds, ends.model - right.submitted.seconds)
    }
    compareOrder(deliveries)
    if let begin, let last = deliveries.map(\.life).max(), let other = deliveries.map(\.model).max(),
      other > begin.model
    {
      total = (last - begin.life) / (other - begin.model)
    }
  }

  private static func ends(_ left: RunLog.Request, _ right: RunLog.Request) -> Delivery? {
    guard let life = left.ended, let model = right.ended else { return nil }
    return Delivery(life: life.seconds, model: model.seconds)
  }

  private mutating func compare(_ life: Double, _ model: Double) {
    delivered += 1
    let difference = abs(life - model)
    if difference <= max(Self.tie, Self.share * model) { sameWaits += 1 }
    worstWait = max(worstWait, difference)
  }

  private mutating func compareOrder(_ deliveries: [Delivery]) {
    for (index, first) in deliveries.enumerated() {
      for second in deliveries[(index + 1)...] {
        let (life, model) = (first.life - second.life, first.model - second.model)
        guard abs(life) > Self.tie, abs(model) > Self.tie else { continue }
        pairs += 1
        if (life > 0) == (model > 0) { sameOrder += 1 }
      }
    }
  }
}

extension EngineInstant {
  fileprivate var seconds: Double { Double(nanoseconds) / 1e9 }
}
