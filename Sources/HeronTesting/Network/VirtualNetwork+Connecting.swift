import HeronEngine
import Synchronization

extension VirtualNetwork {
  private enum Way {
    case at(Int)
    case waiting
    case opening(Int, after: Duration)
  }

  /// Finds or opens a connection for a transfer.
  func connect(_ transfer: VirtualTransfer) {
    let way = state.withLock { state -> Way in
      let origin = state.origins[transfer.origin] ?? state.fallback
      if !transfer.request.needsFreshConnection, let found = state.connection(to: transfer.origin) {
        guard found.isOpen else {
          state.connections[found.id]?.waiting.append(transfer.id)
          return .waiting
        }
        state.connections[found.id]?.carried.insert(transfer.id)
        return .at(found.id)
      }
      let connection = VirtualConnection(
        id: state.makeID(), origin: transfer.origin, isMultiplexed: origin.version.isMultiplexed, first: transfer.id)
      state.connections[connection.id] = connection
      state.tally.connections += 1
      return .opening(connection.id, after: state.timeToConnect(transfer, origin))
    }
    switch way {
    case .at(let connection): send(transfer, on: connection, isNew: false)
    case .waiting: break
    case .opening(let connection, let time): world.after(time) { self.opened(connection) }
    }
  }

  private func opened(_ id: Int) {
    let outcome = state.withLock { state -> (waiting: [VirtualTransfer], failure: TransportError.Failure?)? in
      guard let connection = state.connections[id] else { return nil }
      let failure = (state.origins[connection.origin] ?? state.fallback).connecting.failure
      let waiting = connection.waiting.compactMap { state.transfers[$0] }
      if failure != nil {
        state.connections[id] = nil
      } else {
        state.connections[id]?.isOpen = true
        state.connections[id]?.waiting = []
        state.connections[id]?.carried = Set(waiting.map(\.id))
      }
      return (waiting, failure)
    }
    guard let outcome else { return }
    for transfer in outcome.waiting {
      if let failure = outcome.failure { fail(transfer, failure) } else { send(transfer, on: id, isNew: true) }
    }
  }

  private func send(_ transfer: VirtualTransfer, on connection: Int, isNew: Bool) {
    let elapsed = transfer.began.duration(to: world.now)
    let metrics = transfer.progress.withLock { progress in
      progress.connection = connection
      progress.metrics.reusedConnection = !isNew
      if isNew {
        progress.metrics.connect = elapsed
        if transfer.origin.hasPrefix("https:") { progress.metrics.secureConnect = elapsed }
      }
      return progress.metrics
    }
    if transfer.request.tellsConnection { transfer.observer.didConnect(metrics) }
    world.after(halfTrip) { self.arrived(transfer) }
  }

  var halfTrip: Duration { state.withLock { $0.line.link.roundTrip } / 2 }

  /// Gives a connection back that has served a whole reply, or closes it.
  func leave(_ transfer: VirtualTransfer, isWhole: Bool) {
    state.withLock { state in
      guard let id = transfer.progress.withLock(\.connection) else { return state.stopOpening(for: transfer.id) }
      state.connections[id]?.carried.remove(transfer.id)
      let use = state.makeID()
      state.connections[id]?.lastUse = use
      guard let connection = state.connections[id], !isWhole, !connection.isMultiplexed else { return }
      state.connections[id] = nil
      state.line.close(connection: id)
    }
  }
}

extension VirtualNetwork.State {
  /// The connection that a request to an origin goes out on: the one in use last of those that are free.
  fileprivate func connection(to origin: String) -> VirtualConnection? {
    connections.values.filter { $0.origin == origin && $0.hasRoom }
      .max { ($0.lastUse, $0.id) < ($1.lastUse, $1.id) }
  }

  fileprivate func timeToConnect(_ transfer: VirtualTransfer, _ origin: VirtualOrigin) -> Duration {
    if origin.connecting == .hangs { return transfer.request.connectTimeout }
    let time = line.link.roundTrip * origin.connecting.roundTrips(isSecure: transfer.origin.hasPrefix("https:"))
    return min(time, transfer.request.connectTimeout)
  }

  // A connection that nobody waits for any more is not opened to its end.
  fileprivate mutating func stopOpening(for transfer: Int) {
    for id in connections.filter({ $0.value.waiting.contains(transfer) }).keys {
      connections[id]?.waiting.removeAll { $0 == transfer }
      if connections[id]?.waiting.isEmpty == true { connections[id] = nil }
    }
  }
}
