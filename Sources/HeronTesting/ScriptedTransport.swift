public import HeronEngine
import Synchronization

/// A transport that does what a script says, in the time of a virtual world.
public final class ScriptedTransport: WatchedNetwork {
  private struct State {
    var script: [String: [ScriptedReply]] = [:]
    var fallback: @Sendable (String) -> ScriptedReply = { _ in .status(404) }
    var requests: [TransportRequest] = []
    var counts: [String: Int] = [:]
    var inFlight: [String: Int] = [:]
    var active = 0
    var peak = 0
    var observers: [@Sendable (NetworkEvent) -> Void] = []
  }

  private let world: VirtualWorld
  private let state: Mutex<State>

  /// A transport whose origins reply by URL; the last reply of a list is repeated, an unknown URL is a 404.
  public init(_ world: VirtualWorld, _ script: [String: [ScriptedReply]] = [:]) {
    self.world = world
    state = Mutex(State(script: script))
  }

  /// Says what happens to a URL from its next request on.
  public func set(_ url: String, _ replies: ScriptedReply...) {
    state.withLock { state in
      state.script[url] = replies
      state.counts[url] = 0
    }
  }

  /// Says what happens to URLs that the script does not name.
  public func setFallback(_ reply: @escaping @Sendable (String) -> ScriptedReply) {
    state.withLock { $0.fallback = reply }
  }

  /// Tells of everything that the network sees.
  public func observe(_ observer: @escaping @Sendable (NetworkEvent) -> Void) {
    state.withLock { $0.observers.append(observer) }
  }

  /// All requests so far, in their order.
  public var requests: [TransportRequest] { state.withLock(\.requests) }
  /// Transfers that run.
  public var active: Int { state.withLock(\.active) }
  /// The most that ran at a time.
  public var peak: Int { state.withLock(\.peak) }

  /// The number of requests for a URL.
  public func requestCount(_ url: String) -> Int { requests.count { $0.url == url } }

  /// Transfers of a URL that run.
  public func active(_ url: String) -> Int { state.withLock { $0.inFlight[url] ?? 0 } }

  /// Starts a transfer as the script says.
  public func start(_ request: TransportRequest, observer: any TransportObserver) -> any TransportTransfer {
    let reply = state.withLock { state -> ScriptedReply in
      state.requests.append(request)
      let count = state.counts[request.url, default: 0]
      state.counts[request.url] = count + 1
      state.inFlight[request.url, default: 0] += 1
      state.active += 1
      state.peak = max(state.peak, state.active)
      guard let replies = state.script[request.url], let last = replies.last else { return state.fallback(request.url) }
      return count < replies.count ? replies[count] : last
    }
    tell(.started(url: request.url))
    let transfer = ScriptedTransfer(
      world: world, transport: self, url: request.url, reply: reply.answering(request), observer: observer)
    if request.tellsConnection { transfer.connect() }
    transfer.begin()
    return transfer
  }

  func tell(_ event: NetworkEvent) {
    switch event {
    case .ended(let url), .cancelled(let url, _, _):
      state.withLock { state in
        state.inFlight[url, default: 1] -= 1
        state.active -= 1
      }
    case .started, .answered: break
    }
    for observer in state.withLock(\.observers) { observer(event) }
  }
}

/// One reply on its way.
private final class ScriptedTransfer: TransportTransfer {
  private struct State {
    var isOver = false
    var sent = 0
    var hadHead = false
    var lastByte: EngineInstant
  }

  private let world: VirtualWorld
  private let transport: ScriptedTransport
  private let url: String
  private let reply: ScriptedReply
  private let observer: any TransportObserver
  private let state: Mutex<State>

  init(
    world: VirtualWorld, transport: ScriptedTransport, url: String, reply: ScriptedReply,
    observer: any TransportObserver
  ) {
    self.world = world
    self.transport = transport
    self.url = url
    self.reply = reply
    self.observer = observer
    state = Mutex(State(lastByte: world.now))
  }

  func connect() {
    world.after(reply.connectTime) { [self] in
      guard !state.withLock(\.isOver) else { return }
      var metrics = TransportMetrics()
      metrics.connect = reply.connectTime
      observer.didConnect(metrics)
    }
  }

  func begin() {
    if case .silence(let byte) = reply.ending, byte < 0 { return }
    world.after(reply.latency) { self.sendHead() }
  }

  func cancel() {
    let now = world.now
    let cancelled = state.withLock { state -> State? in
      guard !state.isOver else { return nil }
      defer { state.isOver = true }
      return state
    }
    guard let cancelled else { return }
    let silence = cancelled.lastByte.duration(to: now)
    transport.tell(.cancelled(url: url, silence: silence, hadHead: cancelled.hadHead))
    // As a network thread does it: later, and not in the middle of whatever cancels.
    let error = TransportError(.stopped, message: "cancelled", bytesReceived: Int64(cancelled.sent))
    world.submit { self.observer.didFinish(.failure(error)) }
  }

  private func sendHead() {
    guard !state.withLock(\.isOver) else { return }
    if case .failure(let failure, let byte) = reply.ending, byte < 0 { return end(failing: failure) }
    var headers = reply.headers
    if reply.tellsLength, headers["Content-Length"] == nil {
      headers.append("Content-Length", String(reply.body.count))
    }
    mark(head: true)
    transport.tell(.answered(url: url, status: reply.status, headers: headers))
    let head = ResponseHead(status: reply.status, headers: headers, version: reply.version)
    guard observer.didReceive(head) else { return end(failing: .stopped) }
    sendPiece()
  }

  private func sendPiece() {
    guard !state.withLock(\.isOver) else { return }
    let sent = state.withLock(\.sent)
    var last = reply.body.count
    switch reply.ending {
    case .complete: break
    case .failure(let failure, let byte):
      if sent >= byte { return end(failing: failure) }
      last = min(last, byte)
    case .silence(let byte):
      if sent >= byte { return }
      last = min(last, byte)
    }
    if sent >= last { return end(failing: nil) }
    let next = min(last, sent.addingReportingOverflow(reply.pieceSize).overflow ? last : sent + reply.pieceSize)
    state.withLock { $0.sent = next }
    mark(head: false)
    let goesOn = reply.body[sent..<next].withUnsafeBytes { observer.didReceive($0) }
    guard goesOn else { return end(failing: .stopped) }
    if next == reply.body.count, case .complete = reply.ending { return end(failing: nil) }
    world.after(reply.pieceInterval) { self.sendPiece() }
  }

  private func mark(head: Bool) {
    let now = world.now
    state.withLock { state in
      state.lastByte = now
      if head { state.hadHead = true }
    }
  }

  private func end(failing failure: TransportError.Failure?) {
    let sent = state.withLock { state -> Int? in
      guard !state.isOver else { return nil }
      state.isOver = true
      return state.sent
    }
    guard let sent else { return }
    transport.tell(.ended(url: url))
    if let failure {
      observer.didFinish(.failure(TransportError(failure, message: "as scripted", bytesReceived: Int64(sent))))
    } else {
      var metrics = TransportMetrics()
      metrics.connect = reply.connectTime
      metrics.bytesReceived = Int64(sent)
      metrics.resends = reply.resends
      observer.didFinish(.success(metrics))
    }
  }
}
