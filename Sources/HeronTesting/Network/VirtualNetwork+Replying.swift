import HeronEngine
import Synchronization

extension VirtualNetwork {
  /// A request is at its origin.
  func arrived(_ transfer: VirtualTransfer) {
    let (origin, count, isWanted) = state.withLock { state in
      let count = state.counts[transfer.url, default: 0]
      state.counts[transfer.url] = count + 1
      return (state.origins[transfer.origin] ?? state.fallback, count, state.transfers[transfer.id] != nil)
    }
    // The origin counts it all the same: it was sent.
    let reply = origin.reply(transfer.request, count).answering(transfer.request)
    guard isWanted else { return }
    transfer.progress.withLock { $0.reply = reply }
    if case .silence(let byte) = reply.ending, byte < 0 { return }
    let isFree = state.withLock { state in
      guard let workers = origin.workers, state.places[transfer.origin, default: OriginPlace()].busy >= workers else {
        state.places[transfer.origin, default: OriginPlace()].busy += 1
        return true
      }
      state.places[transfer.origin]?.queue.append(transfer.id)
      return false
    }
    if isFree { work(on: transfer, reply) }
  }

  private func work(on transfer: VirtualTransfer, _ reply: ScriptedReply) {
    world.after(reply.latency) { self.worked(on: transfer) }
  }

  private func worked(on transfer: VirtualTransfer) {
    let (next, isWanted) = state.withLock { state in
      (state.takeNext(at: transfer.origin), state.transfers[transfer.id] != nil)
    }
    if let next, let reply = next.progress.withLock(\.reply) { work(on: next, reply) }
    if isWanted { world.after(halfTrip) { self.begin(transfer) } }
  }

  private func begin(_ transfer: VirtualTransfer) {
    guard let reply = transfer.progress.withLock(\.reply), state.withLock({ $0.transfers[transfer.id] != nil }) else {
      return
    }
    if case .failure(let failure, _) = reply.ending, !reply.hasHead { return fail(transfer, failure) }
    let now = world.now
    transfer.progress.withLock { progress in
      progress.hadHead = true
      progress.lastByte = now
      progress.lastTold = now
      progress.metrics.firstByte = transfer.began.duration(to: now)
    }
    var headers = reply.headers
    if reply.tellsLength, headers["Content-Length"] == nil {
      headers.append("Content-Length", String(reply.body.count))
    }
    tell(.answered(url: transfer.url, status: reply.status, headers: headers))
    let head = ResponseHead(status: reply.status, headers: headers, version: reply.version)
    guard transfer.observer.didReceive(head) else { return fail(transfer, .stopped) }
    pour(transfer, reply)
  }

  private func pour(_ transfer: VirtualTransfer, _ reply: ScriptedReply) {
    guard reply.bytesToCome > 0 else { return endBody(transfer, reply) }
    let now = world.now
    let connection = transfer.progress.withLock(\.connection) ?? 0
    state.withLock { state in
      guard state.transfers[transfer.id] != nil else { return }
      state.line.add(
        transfer.id, connection: connection, bytes: reply.bytesToCome,
        mostRate: reply.bytesPerSecond.map { Double(max(1, $0)) } ?? .infinity, now: now)
    }
    setAlarm()
  }

  /// Wakes up at the next moment at which something is to be told.
  func setAlarm() {
    let now = world.now
    let alarm = state.withLock { state -> (Int, EngineInstant)? in
      guard let moment = state.nextAlarm, moment < state.alarmMoment || state.alarmMoment <= now else { return nil }
      state.alarm += 1
      state.alarmMoment = moment
      return (state.alarm, moment)
    }
    guard let (number, moment) = alarm else { return }
    world.at(moment) {
      guard self.state.withLock({ $0.alarm == number }) else { return }
      self.tellArrivals()
    }
  }

  private func tellArrivals() {
    let now = world.now
    let due = state.withLock { state -> [(VirtualTransfer, arrived: Int)] in
      state.alarmMoment = .never
      state.line.advance(to: now)
      return state.line.flows.keys.sorted().compactMap { id in
        guard let transfer = state.transfers[id] else { return nil }
        return transfer.arrivals(rest: state.line.rest(of: id), now: now).map { (transfer, $0) }
      }
    }
    for (transfer, arrived) in due { tell(transfer, upTo: arrived) }
    setAlarm()
  }

  private func tell(_ transfer: VirtualTransfer, upTo arrived: Int) {
    // An observer of this very moment may have cancelled it.
    guard state.withLock({ $0.transfers[transfer.id] != nil }) else { return }
    let now = world.now
    let (reply, told) = transfer.progress.withLock { progress in
      defer {
        progress.told = max(arrived, progress.told)
        progress.lastTold = now
        if arrived > progress.told { progress.lastByte = now }
        progress.metrics.bytesReceived = Int64(progress.told)
      }
      return (progress.reply, progress.told)
    }
    guard let reply else { return }
    if arrived > told {
      state.withLock { $0.tally.bytes += Int64(arrived - told) }
      let goesOn = reply.body[told..<arrived].withUnsafeBytes { transfer.observer.didReceive($0) }
      guard goesOn else { return fail(transfer, .stopped) }
    }
    if arrived >= reply.bytesToCome { endBody(transfer, reply) }
  }

  private func endBody(_ transfer: VirtualTransfer, _ reply: ScriptedReply) {
    switch reply.ending {
    case .complete: end(transfer, nil)
    // What is there whole by its length is not undone by what becomes of the connection.
    case .failure(.receiveFailed, _) where reply.isWhole, .failure(.partialBody, _) where reply.isWhole,
      .silence where reply.isWhole:
      end(transfer, nil)
    case .failure(let failure, _): end(transfer, failure)
    case .silence:
      let now = world.now
      state.withLock { $0.line.remove(transfer.id, now: now) }
    }
  }

  func fail(_ transfer: VirtualTransfer, _ failure: TransportError.Failure) { end(transfer, failure) }

  private func end(_ transfer: VirtualTransfer, _ failure: TransportError.Failure?) {
    guard forget(transfer) else { return }
    leave(transfer, isWhole: failure == nil)
    tell(.ended(url: transfer.url))
    let metrics = transfer.finalMetrics(now: world.now)
    guard let failure else { return transfer.observer.didFinish(.success(metrics)) }
    var error = TransportError(failure, message: "as scripted", bytesReceived: metrics.bytesReceived)
    error.metrics = metrics
    transfer.observer.didFinish(.failure(error))
  }

  func cancel(_ transfer: VirtualTransfer) {
    guard forget(transfer) else { return }
    leave(transfer, isWhole: false)
    let now = world.now
    let (silence, hadHead) = transfer.progress.withLock { ($0.lastByte.duration(to: now), $0.hadHead) }
    tell(.cancelled(url: transfer.url, silence: silence, hadHead: hadHead))
    setAlarm()
    // As a network thread does it: later, and not in the middle of whatever cancels.
    let metrics = transfer.finalMetrics(now: now)
    world.submit {
      var error = TransportError(.stopped, message: "cancelled", bytesReceived: metrics.bytesReceived)
      error.metrics = metrics
      transfer.observer.didFinish(.failure(error))
    }
  }
}

extension VirtualTransfer {
  /// How many bytes are to be told now: all where that is the last of them, else now and then; nil for none.
  fileprivate func arrivals(rest: Double, now: EngineInstant) -> Int? {
    progress.withLock { progress in
      guard let reply = progress.reply else { return nil }
      // A thousandth of a byte is rounding.
      let arrived = reply.bytesToCome - Int((rest - 1e-3).rounded(.up))
      let isDue = progress.lastTold.duration(to: now) >= VirtualNetwork.longestSilence
      return arrived >= reply.bytesToCome || isDue ? arrived : nil
    }
  }

  fileprivate func finalMetrics(now: EngineInstant) -> TransportMetrics {
    progress.withLock { progress in
      progress.metrics.total = began.duration(to: now)
      progress.metrics.resends = progress.reply?.resends ?? 0
      return progress.metrics
    }
  }
}

extension VirtualNetwork.State {
  fileprivate var nextAlarm: EngineInstant? {
    let ticks = line.flows.keys.compactMap { id in
      transfers[id]?.progress.withLock { $0.lastTold.advanced(by: VirtualNetwork.longestSilence) }
    }
    let arrival = line.nextArrival
    guard let tick = ticks.min() else { return arrival }
    return arrival.map { min($0, tick) } ?? tick
  }

  /// Frees a worker, and gives it the next request that somebody still waits for.
  fileprivate mutating func takeNext(at origin: String) -> VirtualTransfer? {
    places[origin]?.busy -= 1
    while let id = places[origin]?.queue.first {
      places[origin]?.queue.removeFirst()
      guard let transfer = transfers[id] else { continue }
      places[origin]?.busy += 1
      return transfer
    }
    return nil
  }
}
