import ArgumentParser

/// How fast heron must be beside a program, in requests a second.
struct FetchBar: Equatable {
  let name: String
  let leastRatio: Double
}

/// `NAME>=RATIO`, as it is given to --bar.
extension FetchBar: ExpressibleByArgument {
  init?(argument: String) {
    guard let sign = argument.firstRange(of: ">="), let ratio = Double(argument[sign.upperBound...]), ratio > 0,
      ratio.isFinite, sign.lowerBound > argument.startIndex
    else { return nil }
    name = String(argument[..<sign.lowerBound])
    leastRatio = ratio
  }
}
