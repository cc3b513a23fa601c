extension Batcher {
  /// What an origin may have at the moment.
  func admission(of origin: OriginID) -> Admission {
    Int(origin) < origins.count ? origins[Int(origin)].admission : .open
  }

  func counts(of origin: OriginID) -> (active: Int, waiting: Int) {
    guard Int(origin) < origins.count else { return (0, 0) }
    return (origins[Int(origin)].active, origins[Int(origin)].waiting)
  }

  /// Where a load stands, or stood last; one that was never in line stands nowhere.
  func place(_ slot: Slot) -> WaitingLines.Node {
    Int(slot) < lines.nodes.count ? lines[slot] : WaitingLines.Node()
  }

  func holdsSlot(_ slot: Slot) -> Bool { Int(slot) < lines.nodes.count && lines[slot].place == .active }

  /// Whether a load that holds a slot may start another attempt in it at once.
  func mayContinue(_ slot: Slot) -> Bool {
    holdsSlot(slot) && !isPaused && !isOffline && admission(of: lines[slot].origin) != .blocked
      && admission(of: lines[slot].origin) != .probe && active <= settings.maxActive
  }

  /// The loads of one class that wait for an origin, first come first.
  func waitingLoads(for origin: OriginID, priority: RequestPriority) -> [Slot] {
    guard Int(origin) < origins.count else { return [] }
    var slots: [Slot] = []
    var slot = lines.first(origin, priority)
    while let waiting = slot {
      slots.append(waiting)
      slot = lines.next(after: waiting)
    }
    return slots
  }
}
