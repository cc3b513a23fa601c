/// Whether a process stayed as large as it was: the samples of a soak, judged.
///
/// The first tenth warms up and is not judged. The rest is cut into thirds.
package struct SoakVerdict: Sendable, Hashable {
  /// What is left once the last request has ended and the loader is released.
  package struct Remains: Sendable, Hashable {
    /// Requests that never ended.
    package var live: Int
    /// Descriptors before the loader was made.
    package var descriptorsBefore: Int
    /// Descriptors after it was released.
    package var descriptorsAfter: Int
    /// What those are that were not there before.
    package var left: [String]

    /// What is left.
    package init(live: Int, descriptorsBefore: Int, descriptorsAfter: Int, left: [String] = []) {
      self.live = live
      self.left = left
      self.descriptorsBefore = descriptorsBefore
      self.descriptorsAfter = descriptorsAfter
    }
  }

  /// The growth of resident memory that is no finding, in KiB an hour.
  package static let mostGrowth = 2048.0
  /// The descriptors by which the last third may be over the second.
  package static let mostDescriptorGrowth = 8

  /// The linear trend of resident memory after the warm-up, in whole KiB an hour; nil where there are too few samples.
  package let growth: Double?
  /// The same of the heap in use: whether what grows is held, or freed and kept by the allocator. Not judged.
  package let heapGrowth: Double?
  /// A sentence for each rule that was broken.
  package let breaches: [String]

  /// Judges samples in the order of their moments.
  package init(_ samples: [SoakSample], _ remains: Remains) {
    let judged = samples.dropFirst(samples.count / 10)
    growth = Self.trend(judged, of: \.resident)
    heapGrowth = judged.contains { $0.heap > 0 } ? Self.trend(judged, of: \.heap) : nil
    let second = judged.dropFirst(judged.count / 3).prefix(judged.count / 3)
    let last = judged.dropFirst(2 * (judged.count / 3))
    breaches = [
      Self.memory(growth, second, last), Self.descriptors(second, last), Self.requests(remains),
      Self.remainder(remains),
    ].compactMap(\.self)
  }

  // A trend alone would condemn a short soak for noise, and a high-water mark alone would pass a slow leak's beginning.
  private static func memory(
    _ growth: Double?, _ second: ArraySlice<SoakSample>, _ last: ArraySlice<SoakSample>
  ) -> String? {
    guard let growth, growth >= mostGrowth, let before = second.map(\.resident).max(),
      let after = last.map(\.resident).max(), Double(after) > Double(before) * 1.05 + 2048
    else { return nil }
    return "Memory grows: by \(Int(growth)) KiB an hour, from at most \(before) KiB in the second third to \(after) in"
      + " the last."
  }

  private static func descriptors(_ second: ArraySlice<SoakSample>, _ last: ArraySlice<SoakSample>) -> String? {
    guard let before = second.map(\.descriptors).max(), let after = last.map(\.descriptors).max(),
      Int(after) > Int(before) + mostDescriptorGrowth
    else { return nil }
    return "Descriptors grow: from at most \(before) in the second third to \(after) in the last."
  }

  private static func requests(_ remains: Remains) -> String? {
    remains.live == 0 ? nil : "By the loader's count \(remains.live) requests have not ended exactly once."
  }

  private static func remainder(_ remains: Remains) -> String? {
    guard remains.descriptorsAfter > remains.descriptorsBefore else { return nil }
    return "Descriptors are left: \(remains.descriptorsBefore) before the loader was made, "
      + "\(remains.descriptorsAfter) after it was released: \(remains.left.joined(separator: ", "))."
  }

  /// Least squares.
  private static func trend(_ samples: ArraySlice<SoakSample>, of figure: KeyPath<SoakSample, Int32>) -> Double? {
    let count = Double(samples.count)
    let hour = 3_600_000.0
    let mean = samples.reduce(into: (moment: 0.0, figure: 0.0)) { sum, sample in
      sum.moment += Double(sample.moment) / hour / count
      sum.figure += Double(sample[keyPath: figure]) / count
    }
    var product = 0.0
    var square = 0.0
    for sample in samples {
      let distance = Double(sample.moment) / hour - mean.moment
      product += distance * (Double(sample[keyPath: figure]) - mean.figure)
      square += distance * distance
    }
    return square > 0 ? (product / square).rounded() : nil
  }
}
