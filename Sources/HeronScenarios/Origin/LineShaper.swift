import HeronEngine
import HeronTesting
import NIOCore

/// Puts the line of a script in front of origins on the loopback: what they send leaves at the moment at which it would
/// arrive over that line. It is the virtual network's own model, in the time of life. Lives on the origins' event loop.
final class LineShaper {
  private struct Flow {
    let count: Int
    var sent = 0
    var lastTold: EngineInstant
    let deliver: (Int) -> Void
  }

  // As the virtual network tells it.
  private static let longestSilence = Duration.milliseconds(100)

  let loop: any EventLoop
  private var line: SharedLine
  private var flows: [Int: Flow] = [:]
  private var lastID = 0
  private var alarm: Scheduled<Void>?

  init(_ link: NetworkLink, loop: any EventLoop) {
    self.loop = loop
    line = SharedLine(link)
  }

  var roundTrip: Duration { line.link.roundTrip }

  private var now: EngineInstant { EngineInstant(nanoseconds: Int64(NIODeadline.now().uptimeNanoseconds)) }

  /// Sends so many bytes: `deliver` is told how many more have arrived, until all have.
  ///
  /// - Returns: what `stop` takes.
  func pour(_ count: Int, connection: Int, deliver: @escaping (Int) -> Void) -> Int {
    lastID += 1
    let now = now
    flows[lastID] = Flow(count: count, lastTold: now, deliver: deliver)
    line.add(lastID, connection: connection, bytes: count, mostRate: .infinity, now: now)
    setAlarm()
    return lastID
  }

  /// Sends no more of it.
  func stop(_ id: Int) {
    guard flows.removeValue(forKey: id) != nil else { return }
    line.remove(id, now: now)
    setAlarm()
  }

  /// Forgets a connection that is closed.
  func close(connection: Int) { line.close(connection: connection) }

  private func setAlarm() {
    alarm?.cancel()
    alarm = nil
    let ticks = flows.values.map { $0.lastTold.advanced(by: Self.longestSilence) }
    guard let moment = [line.nextArrival, ticks.min()].compactMap(\.self).min() else { return }
    alarm = loop.assumeIsolated().scheduleTask(deadline: .uptimeNanoseconds(UInt64(max(0, moment.nanoseconds)))) {
      self.tellArrivals()
    }
  }

  private func tellArrivals() {
    let now = now
    line.advance(to: now)
    var due: [(deliver: (Int) -> Void, count: Int)] = []
    for (id, flow) in flows.sorted(by: { $0.key < $1.key }) {
      // A thousandth of a byte is rounding.
      let arrived = max(0, flow.count - max(0, Int((line.rest(of: id) - 1e-3).rounded(.up))))
      guard arrived >= flow.count || flow.lastTold.duration(to: now) >= Self.longestSilence else { continue }
      due.append((flow.deliver, arrived - flow.sent))
      flows[id]?.sent = arrived
      flows[id]?.lastTold = now
      if arrived >= flow.count {
        flows[id] = nil
        line.remove(id, now: now)
      }
    }
    for (deliver, count) in due where count > 0 { deliver(count) }
    setAlarm()
  }
}
