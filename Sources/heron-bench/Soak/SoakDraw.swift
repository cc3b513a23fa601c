import HeronEngine
import HeronScenarios

/// What a soak does next, drawn from its seed.
struct SoakDraw {
  /// One request.
  struct Call {
    var kind: SoakKind
    var url: String
    var manner: SoakManner
    var priority: RequestPriority
    /// When it is given up, where the manner says so.
    var patience: Duration
  }

  private let bases: [SoakOrigin: String]
  private let kinds = SoakKind.allCases.flatMap { Array(repeating: $0, count: $0.weight) }
  private let manners = SoakManner.allCases.flatMap { Array(repeating: $0, count: $0.weight) }
  private var generator: SeededGenerator
  private var recent: [(kind: SoakKind, url: String)] = []
  private var number = 0

  private static let recentURLs = 64

  init(seed: UInt64, bases: [SoakOrigin: String]) {
    generator = SeededGenerator(seed: seed)
    self.bases = bases
  }

  mutating func call() -> Call {
    let (kind, url) = target()
    let manner = pick(manners) ?? .stays
    let usual: [RequestPriority] = [.urgent, .visible, .visible, .near, .background]
    let priority = manner == .prefetches ? .prefetch : pick(usual) ?? .visible
    // As many within the first few milliseconds as in the last half second: trouble lies in all orders of magnitude.
    let exponent = Double.random(in: 0...9, using: &generator)
    return Call(
      kind: kind, url: url, manner: manner, priority: priority, patience: .milliseconds(Self.powerOfTwo(exponent)))
  }

  /// One in so many, by chance.
  mutating func happens(oneIn count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }

  // A fifth asks for what was asked for just now, and may find it under way or in the cache.
  private mutating func target() -> (SoakKind, String) {
    if happens(oneIn: 5), let again = pick(recent) { return again }
    let kind = pick(kinds) ?? .small
    let target = (kind: kind, url: kind.url(number, at: bases[kind.origin] ?? ""))
    number += 1
    if recent.count < Self.recentURLs { recent.append(target) } else { recent[number % Self.recentURLs] = target }
    return target
  }

  private mutating func pick<Element>(_ choices: [Element]) -> Element? { choices.randomElement(using: &generator) }

  private static func powerOfTwo(_ exponent: Double) -> Int {
    let whole = Int(exponent)
    return Int(Double(1 << whole) * (1 + exponent - Double(whole)))
  }
}
