extension Comparison.Statistic {
  /// One value of many; nil where there are none.
  func pick(_ values: [Double]) -> Double? {
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    switch self {
    case .least: return first
    case .most: return last
    case .mean: return sorted.reduce(0, +) / Double(sorted.count)
    case .percentile(let percent):
      // The nearest rank.
      let rank = (Double(percent) / 100 * Double(sorted.count)).rounded(.up)
      return sorted[max(0, Int(rank) - 1)]
    }
  }

  /// One value of many; the first where no statistic is named, as there is one only.
  static func pick(_ statistic: Comparison.Statistic?, _ values: [Double]) -> Double? {
    statistic.map { $0.pick(values) } ?? values.first
  }
}
