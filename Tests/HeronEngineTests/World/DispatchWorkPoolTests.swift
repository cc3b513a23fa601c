import HeronEngine
import Synchronization
import Testing

/// Counts work that runs, and resumes whoever waits once all has.
private final class Gauge: Sendable {
  private struct State {
    var running = 0
    var peak = 0
    var order: [Int] = []
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let total: Int
  private let state = Mutex(State())

  init(total: Int) { self.total = total }

  var peak: Int { state.withLock(\.peak) }
  var order: [Int] { state.withLock(\.order) }

  func work(_ number: Int) {
    state.withLock { state in
      state.running += 1
      state.peak = max(state.peak, state.running)
    }
    var sum = 0
    for step in 0..<2000 { sum &+= step }
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.running -= 1
      state.order.append(number + (sum < 0 ? 1 : 0))
      return state.order.count == total ? state.waiting : nil
    }
    waiting?.resume()
  }

  func wait(_ continuation: CheckedContinuation<Void, Never>) {
    let isOver = state.withLock { state in
      state.waiting = continuation
      return state.order.count == total
    }
    if isOver { continuation.resume() }
  }
}

@Suite struct `The work pool` {
  @Test(arguments: [1, 2, 3, 0])
  func `all work is done, never more at a time than there are lanes`(width: Int) async {
    let pool = DispatchWorkPool(width: width)
    let gauge = Gauge(total: 500)
    for number in 0..<500 { pool.submit { gauge.work(number) } }
    await withCheckedContinuation { gauge.wait($0) }
    #expect(gauge.order.count == 500)
    #expect(gauge.peak <= max(1, width))
  }

  @Test func `one lane works in the order of submission`() async {
    let pool = DispatchWorkPool(width: 1)
    let gauge = Gauge(total: 200)
    for number in 0..<200 { pool.submit { gauge.work(number) } }
    await withCheckedContinuation { gauge.wait($0) }
    #expect(gauge.order == Array(0..<200))
  }

  @Test func `work may submit work`() async {
    let pool = DispatchWorkPool(width: 1)
    let gauge = Gauge(total: 2)
    pool.submit {
      pool.submit { gauge.work(2) }
      gauge.work(1)
    }
    await withCheckedContinuation { gauge.wait($0) }
    #expect(gauge.order == [1, 2])
  }
}
