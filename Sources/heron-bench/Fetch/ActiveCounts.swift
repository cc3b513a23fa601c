import ArgumentParser

/// `6,32,64`, as it is given to --active.
struct ActiveCounts: ExpressibleByArgument, CustomStringConvertible {
  let values: [Int]

  init(values: [Int]) { self.values = values }

  init?(argument: String) {
    values = argument.split(separator: ",", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard values.count == argument.count(where: { $0 == "," }) + 1, values.allSatisfy({ $0 > 0 }) else { return nil }
  }

  var description: String { values.map(String.init).joined(separator: ",") }
}
