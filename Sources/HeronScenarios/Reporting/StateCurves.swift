/// How many loads were in which state over time.
struct StateCurves: Encodable, Sendable {
  private static let mostPoints = 1500

  private(set) var t: [Int] = []
  private(set) var active: [Int] = []
  private(set) var waiting: [Int] = []
  private(set) var backoff: [Int] = []
  private(set) var parked: [Int] = []

  /// - Parameters:
  ///   - spans: of all loads.
  ///   - attempts: when each began and ended, in nanoseconds.
  init(_ spans: [LoadTimeline.Span], attempts: [(started: Int64, ended: Int64)]) {
    var edges: [Edge] = []
    for span in spans {
      guard let line = Line(span.state) else { continue }
      edges.append(Edge(moment: span.start, line: line, change: 1))
      edges.append(Edge(moment: span.end, line: line, change: -1))
    }
    for attempt in attempts {
      edges.append(Edge(moment: attempt.started, line: .active, change: 1))
      edges.append(Edge(moment: attempt.ended, line: .active, change: -1))
    }
    // Who ends at the moment at which another one starts has made place for it.
    edges.sort { ($0.moment, $0.change) < ($1.moment, $1.change) }
    let end = edges.last?.moment ?? 0
    let width = max(1, end / Int64(Self.mostPoints))
    var now: [Line: Int] = [:]
    var most: [Line: Int] = [:]
    var bucket: Int64 = 0
    for edge in edges {
      while edge.moment / width > bucket {
        note(bucket * width, most)
        most = now
        // Where nothing changes a line goes straight on.
        bucket = max(bucket + 1, edge.moment / width - 1)
      }
      now[edge.line, default: 0] += edge.change
      most[edge.line] = max(most[edge.line] ?? 0, now[edge.line] ?? 0)
    }
    note(bucket * width, most)
    note(end, now)
  }

  private mutating func note(_ moment: Int64, _ counts: [Line: Int]) {
    t.append(Int(moment / 1_000_000))
    active.append(counts[.active] ?? 0)
    waiting.append(counts[.waiting] ?? 0)
    backoff.append(counts[.backoff] ?? 0)
    parked.append(counts[.parked] ?? 0)
  }

  private enum CodingKeys: CodingKey { case t, active, waiting, backoff, parked }

  private enum Line {
    case active
    case waiting
    case backoff
    case parked

    init?(_ state: LoadTimeline.State) {
      switch state {
      case .waiting: self = .waiting
      case .backoff: self = .backoff
      case .parked: self = .parked
      default: return nil
      }
    }
  }

  private struct Edge {
    var moment: Int64
    var line: Line
    var change: Int
  }
}
