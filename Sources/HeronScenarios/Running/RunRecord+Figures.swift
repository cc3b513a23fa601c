import HeronEngine
import Synchronization

extension RunRecord {
  /// The values of a figure: one for each load where it is a distribution, otherwise exactly one. Times in seconds.
  func values(of figure: Figure) -> [Double] {
    let requests = self.requests.filter { figure.fits($0) }
    switch figure.kind {
    case .requests: return [Double(requests.count)]
    case .delivered: return [Double(requests.count { $0.isDelivered })]
    case .failed: return [Double(requests.count { $0.isFailed })]
    case .dropped: return [Double(requests.count { $0.end == .dropped })]
    case .unended: return [Double(requests.count { $0.end == nil })]
    case .wait: return requests.filter(\.isDelivered).compactMap { $0.ended?.seconds(since: $0.submitted) }
    case .firstStart: return requests.compactMap { $0.firstStart?.seconds(since: $0.submitted) }
    case .recovery: return recovery(requests).map { [$0] } ?? []
    case .makespan, .afterLastStep: return lastDelivery(requests, figure.kind).map { [$0] } ?? []
    case .amplification: return amplification(figure, requests).map { [$0] } ?? []
    case .wrongPictures: return [Double(wrongPictures(figure))]
    case .connections: return [Double(connections)]
    case .peakActive: return [Double(peakActive)]
    case .deliveriesToDeadListeners: return [Double(log.state.withLock(\.deliveriesToDead))]
    case .bytesForDeadListeners: return [Double(statistics.bytesForDeadListeners)]
    case .started, .startedForNobody, .attempts, .bytes, .attemptsWhileOffline:
      return [ofAttempts(figure, requests)]
    }
  }

  private func ofAttempts(_ figure: Figure, _ requests: [RunLog.Request]) -> Double {
    let reports = reports(figure, requests)
    // A redirect is followed under the attempt that met it.
    let first = reports.filter { $0.redirects == 0 }
    switch figure.kind {
    case .started: return Double(Set(first.map(\.url)).count)
    case .startedForNobody:
      let delivered = Set(requests.filter(\.isDelivered).map(\.url))
      return Double(Set(first.map(\.url)).subtracting(delivered).count)
    case .attempts: return Double(first.count)
    case .attemptsWhileOffline:
      let spans = plan.offline
      return Double(first.count { report in spans.contains { $0.contains(.nanoseconds(report.started)) } })
    default: return Double(reports.reduce(0) { $0 + $1.bytesReceived })
    }
  }

  private func reports(_ figure: Figure, _ requests: [RunLog.Request]) -> [AttemptReport] {
    guard !figure.labels.isEmpty else { return attempts }
    let urls = Set(requests.map(\.url))
    return attempts.filter { urls.contains($0.url) }
  }

  private func amplification(_ figure: Figure, _ requests: [RunLog.Request]) -> Double? {
    let first = reports(figure, requests).filter { $0.redirects == 0 }
    return first.isEmpty ? nil : Double(first.count) / Double(Set(first.map(\.url)).count)
  }

  private func lastDelivery(_ requests: [RunLog.Request], _ kind: Figure.Kind) -> Double? {
    guard let last = requests.filter(\.isDelivered).compactMap(\.ended).max() else { return nil }
    guard kind == .makespan else { return max(0, last.seconds(since: .zero.advanced(by: plan.end))) }
    return last.seconds(since: requests.map(\.submitted).min() ?? .zero)
  }

  private func recovery(_ requests: [RunLog.Request]) -> Double? {
    let changes = plan.entries.filter { if case .other(.set) = $0.act { true } else { false } }
    guard let change = changes.map(\.at).max() else { return nil }
    let moment = EngineInstant.zero.advanced(by: change)
    return requests.filter(\.isDelivered).compactMap(\.ended).filter { $0 >= moment }.min()?.seconds(since: moment)
  }

  private func wrongPictures(_ figure: Figure) -> Int {
    let (numbers, requests) = log.state.withLock { ($0.wrongPictures, $0.requests) }
    return numbers.count { $0 >= 0 && figure.fits(requests[$0]) }
  }

  /// The most attempts that ran at a time.
  var peakActive: Int {
    // Who ends at the moment at which another one starts has made place for it.
    let edges = attempts.flatMap { [($0.started, 1), ($0.ended, -1)] }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    var active = 0
    return edges.reduce(0) { most, edge in
      active += edge.1
      return max(most, active)
    }
  }
}

extension Figure {
  /// Whether a request has all of its labels.
  fileprivate func fits(_ request: RunLog.Request) -> Bool {
    labels.allSatisfy { label, value in
      switch label {
      case .origin: return request.origin == value
      case .priority: return "\(request.priority)" == value
      case .tag: return request.tag == value
      case .step: return request.step == value
      case .error:
        if case .failed(let kind)? = request.end { return kind.rawValue == value }
        return false
      }
    }
  }
}

extension RunLog.Request {
  /// Whether media came.
  var isDelivered: Bool { if case .delivered = end { true } else { false } }
  /// Whether it failed.
  var isFailed: Bool { if case .failed = end { true } else { false } }
}

extension EngineInstant {
  /// Seconds since an earlier moment.
  func seconds(since other: EngineInstant) -> Double { Double(nanoseconds - other.nanoseconds) / 1e9 }
}
