package import HeronEngine

/// A line's rate and who gets which part of it, as a fluid: between two changes each flow runs at a constant rate.
///
/// Every flow gets the same share, unless its connection's window or its server lets it take less; what those leave
/// is shared by the others (max-min fairness, as TCP flows of one round trip come to it). A connection begins with a
/// window of ten segments (RFC 6928) that doubles with each round trip in which it sends (slow start, RFC 5681 §3.1),
/// until it is as large as the line can use.
package struct SharedLine {
  /// Ten segments of 1,460 bytes: RFC 6928 §2.
  static let initialWindow = 14_600.0

  package struct Flow {
    package let connection: Int
    /// What is still to come, in bytes.
    package fileprivate(set) var rest: Double
    /// The most that the server sends, in bytes per second.
    package let mostRate: Double
    package fileprivate(set) var rate = 0.0
  }

  private struct Window {
    var bytes = SharedLine.initialWindow
    var grows: EngineInstant
    var flows = 0
  }

  package let link: NetworkLink
  package private(set) var flows: [Int: Flow] = [:]
  private var windows: [Int: Window] = [:]
  private var now = EngineInstant.zero

  package init(_ link: NetworkLink) { self.link = link }

  private var roundTrip: Double { Double(link.roundTrip.nanoseconds) / 1e9 }

  /// Begins a flow of so many bytes.
  package mutating func add(_ id: Int, connection: Int, bytes: Int, mostRate: Double, now: EngineInstant) {
    advance(to: now)
    var window = windows[connection] ?? Window(grows: now)
    // A connection that rested keeps its window, and grows it from here on.
    if window.flows == 0 { window.grows = now.advanced(by: link.roundTrip) }
    window.flows += 1
    windows[connection] = window
    flows[id] = Flow(connection: connection, rest: Double(bytes), mostRate: mostRate)
    share()
  }

  /// Ends a flow, finished or not.
  package mutating func remove(_ id: Int, now: EngineInstant) {
    advance(to: now)
    guard let flow = flows.removeValue(forKey: id) else { return }
    windows[flow.connection]?.flows -= 1
    share()
  }

  /// Forgets a connection that is closed.
  package mutating func close(connection: Int) { windows[connection] = nil }

  /// Bytes of a flow that have not come yet, at the moment that was advanced to.
  package func rest(of id: Int) -> Double { flows[id]?.rest ?? 0 }

  /// Lets the fluid run, and windows grow.
  package mutating func advance(to moment: EngineInstant) {
    while let growth = nextGrowth, growth <= moment {
      run(to: growth)
      grow()
    }
    run(to: moment)
  }

  private mutating func run(to moment: EngineInstant) {
    let elapsed = Double(moment.nanoseconds - now.nanoseconds) / 1e9
    guard elapsed > 0 else { return }
    now = moment
    for (id, flow) in flows { flows[id]?.rest = flow.rest - elapsed * flow.rate }
  }

  /// The first moment at which all of a flow is there, or a window grows; nil: none will.
  package var nextArrival: EngineInstant? {
    var first = nextGrowth
    for flow in flows.values {
      let missing = flow.rest
      if missing > 0, flow.rate <= 0 { continue }
      let seconds = missing > 0 ? missing / flow.rate : 0
      guard seconds < 1e8 else { continue }
      // Rounded up, or the last byte would be a fraction short.
      let moment = EngineInstant(nanoseconds: now.nanoseconds + Int64((seconds * 1e9).rounded(.up)))
      first = first.map { min($0, moment) } ?? moment
    }
    return first
  }

  // A window that the whole line fits into makes no difference any more.
  private var nextGrowth: EngineInstant? {
    windows.values.lazy.filter { $0.flows > 0 && $0.bytes < link.bytesPerSecond * roundTrip }.map(\.grows).min()
  }

  private mutating func grow() {
    for (connection, window) in windows where window.flows > 0 && window.grows <= now {
      windows[connection]?.bytes *= 2
      windows[connection]?.grows = window.grows.advanced(by: link.roundTrip)
    }
    share()
  }

  private mutating func share() {
    var left = link.bytesPerSecond
    let limits = flows.map { id, flow in (id: id, limit: limit(of: flow)) }
      .sorted { ($0.limit, $0.id) < ($1.limit, $1.id) }
    for (place, entry) in limits.enumerated() {
      let rate = min(entry.limit, left / Double(limits.count - place))
      flows[entry.id]?.rate = rate
      left -= rate
    }
  }

  private func limit(of flow: Flow) -> Double {
    guard let window = windows[flow.connection] else { return flow.mostRate }
    return min(flow.mostRate, window.bytes / roundTrip / Double(max(window.flows, 1)))
  }
}
