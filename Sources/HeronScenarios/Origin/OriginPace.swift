import HeronEngine
import NIOCore

/// How fast an origin answers: the round trips of the line that is put in front of it, and its workers. Lives on the
/// origin's event loop.
final class OriginPace {
  private struct Place {
    let latency: Duration
    let isWanted: () -> Bool
    let done: () -> Void
  }

  let shaper: LineShaper
  private let number: Int
  private let workers: Int?
  private let roundTrips: Int
  private var readiness: [Int: NIODeadline] = [:]
  private var busy = 0
  private var queue: [Place] = []

  /// - Parameters:
  ///   - number: which of the origins behind the line it is.
  ///   - workers: how many requests it works on at a time; nil: any number.
  init(_ shaper: LineShaper, number: Int, workers: Int?, isSecure: Bool) {
    self.shaper = shaper
    self.number = number
    self.workers = workers
    // One for TCP, one for TLS 1.3 (RFC 8446 §2): on the loopback both are over at once.
    roundTrips = isSecure ? 2 : 1
  }

  /// A connection was accepted: over the line it would be open only now and so many round trips.
  func accepted(_ connection: Int) { readiness[connection] = .now() + time(shaper.roundTrip * roundTrips) }

  /// A connection is gone.
  func closed(_ connection: Int) {
    readiness[connection] = nil
    shaper.close(connection: key(connection))
  }

  /// Takes a request to the origin, has a worker work on it, and takes the answer's first byte back.
  func serve(
    _ connection: Int, latency: Duration, isWanted: @escaping () -> Bool, done: @escaping () -> Void
  ) {
    let ready = max(readiness[connection] ?? .now(), .now())
    after(ready + time(shaper.roundTrip / 2)) {
      guard isWanted() else { return }
      self.queue.append(Place(latency: latency, isWanted: isWanted, done: done))
      self.startNext()
    }
  }

  /// Sends so many bytes of body: `deliver` is told of each part that has arrived.
  func pour(_ count: Int, connection: Int, deliver: @escaping (Int) -> Void) -> Int {
    shaper.pour(count, connection: key(connection), deliver: deliver)
  }

  private func startNext() {
    while !queue.isEmpty, workers.map({ busy < $0 }) ?? true {
      let place = queue.removeFirst()
      guard place.isWanted() else { continue }
      busy += 1
      after(.now() + time(place.latency)) {
        self.busy -= 1
        self.startNext()
        self.after(.now() + self.time(self.shaper.roundTrip / 2), place.done)
      }
    }
  }

  private func after(_ moment: NIODeadline, _ work: @escaping () -> Void) {
    shaper.loop.assumeIsolated().scheduleTask(deadline: moment, work)
  }

  // Connections of all origins share the line.
  private func key(_ connection: Int) -> Int { number << 32 | connection }

  private func time(_ duration: Duration) -> TimeAmount { .nanoseconds(duration.nanoseconds) }
}
