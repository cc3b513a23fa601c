import Heron
import Synchronization

/// Where the time goes: what --timing tells. Added to from any thread.
final class TimingLog: Sendable {
  /// What a request passes through, in that order.
  enum Phase: String, CaseIterable {
    case waiting = "waiting in line"
    case nameLookup = "dns"
    case connect
    case secureConnect = "tls"
    case firstByte = "first byte"
    case transfer
    case total
  }

  private struct State {
    var phases: [Phase: DurationHistogram] = [:]
    var opened = 0
    var reused = 0
    var resends = 0

    mutating func add(_ duration: Duration, to phase: Phase, if happened: Bool) {
      if happened { phases[phase, default: DurationHistogram()].add(max(.zero, duration)) }
    }
  }

  private let state = Mutex(State())

  /// Takes note of a request that has ended.
  func add(_ report: AttemptReport) {
    let metrics = report.metrics
    guard metrics != TransportMetrics() else { return }
    let connected = max(metrics.nameLookup, metrics.connect, metrics.secureConnect)
    let hasResponse = metrics.firstByte > .zero
    state.withLock { state in
      state.add(metrics.nameLookup, to: .nameLookup, if: metrics.nameLookup > .zero)
      state.add(metrics.connect - metrics.nameLookup, to: .connect, if: metrics.connect > .zero)
      state.add(metrics.secureConnect - metrics.connect, to: .secureConnect, if: metrics.secureConnect > .zero)
      state.add(metrics.firstByte - connected, to: .firstByte, if: hasResponse)
      state.add(metrics.total - metrics.firstByte, to: .transfer, if: hasResponse)
      state.add(metrics.total, to: .total, if: metrics.total > .zero)
      if metrics.reusedConnection {
        state.reused += 1
      } else if metrics.connect > .zero {
        state.opened += 1
      }
      state.resends += metrics.resends
    }
  }

  /// Takes note of how long a load stood in line.
  func add(waited: Duration) { state.withLock { $0.add(waited, to: .waiting, if: true) } }

  /// The table, and a line on connections.
  func lines(_ style: TextStyle) -> [String] {
    let state = self.state.withLock { $0 }
    var rows = [["", "count", "p50", "p90", "p99", "max"]]
    for phase in Phase.allCases {
      let times = state.phases[phase] ?? DurationHistogram()
      let figures = [0.5, 0.9, 0.99].map { times.percentile($0) } + [times.count > 0 ? times.max : nil]
      rows.append([phase.rawValue, "\(times.count)"] + figures.map { $0.map { Quantity.text(exact: $0) } ?? "–" })
    }
    let table = TextTable(rows: rows, rightAligned: [1, 2, 3, 4, 5]).lines { index, line in
      index == 0 ? style.faint(line) : line
    }
    return table + [
      "\(Quantity.text(count: state.opened, "connection")) opened, \(state.reused) reused, "
        + Quantity.text(count: state.resends, "resend")
    ]
  }
}
