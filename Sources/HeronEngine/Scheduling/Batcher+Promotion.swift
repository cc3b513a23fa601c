extension Batcher {
  /// The next load to start, marked as running; nil where nothing may start now.
  mutating func promote(now: EngineInstant) -> Slot? {
    guard let slot = candidate(now: now) else { return nil }
    promotions &+= 1
    activate(slot)
    return slot
  }

  /// Whether something waits that may start now. Nothing may, at the end of any turn.
  func canPromote(now: EngineInstant) -> Bool { candidate(now: now) != nil }

  private func candidate(now: EngineInstant) -> Slot? {
    guard !isPaused, !isOffline, active < settings.maxActive, waiting > 0 else { return nil }
    for rank in Rank.allCases {
      if let slot = lowTurn(rank) ?? mostUrgent(rank, now: now) { return slot }
    }
    return nil
  }

  // Every so often the low load that has waited longest goes first, so that an endless stream of urgent ones does
  // not starve it.
  private func lowTurn(_ rank: Rank) -> Slot? {
    guard settings.lowEvery > 0, (promotions + 1) % settings.lowEvery == 0, activeLow < settings.maxActiveLow else {
      return nil
    }
    let slots = [RequestPriority.prefetch, .background].compactMap { oldestLoad(rank, $0) }
    return slots.min { lines[$0].sequence < lines[$1].sequence }
  }

  private func mostUrgent(_ rank: Rank, now: EngineInstant) -> Slot? {
    var best: Slot?
    var bestClass = RequestPriority.background
    for priority in RequestPriority.allCases {
      if priority.isLow, activeLow >= settings.maxActiveLow { break }
      guard let slot = foremost(rank, priority, now: now) else { continue }
      let effective = effectiveClass(of: slot, now: now)
      guard let current = best else {
        (best, bestClass) = (slot, effective)
        continue
      }
      if (effective, lines[slot].sequence) < (bestClass, lines[current].sequence) {
        (best, bestClass) = (slot, effective)
      }
    }
    return best
  }

  private func foremost(_ rank: Rank, _ priority: RequestPriority, now: EngineInstant) -> Slot? {
    guard let slot = oldestLoad(rank, priority) else { return nil }
    guard settings.newestFirst, priority == .visible, effectiveClass(of: slot, now: now) == .visible else {
      return slot
    }
    return newestOrigin(rank).flatMap { back($0) } ?? slot
  }

  private func oldestLoad(_ rank: Rank, _ priority: RequestPriority) -> Slot? {
    oldestOrigin(rank, priority).flatMap { front($0, priority) }
  }

  private func effectiveClass(of slot: Slot, now: EngineInstant) -> RequestPriority {
    let node = lines[slot]
    guard settings.ageStepNanoseconds > 0 else { return node.priority }
    let steps = now.nanoseconds(since: node.since) / settings.ageStepNanoseconds
    let raised = max(Int64(0), Int64(node.priority.rawValue) - steps)
    let aged = RequestPriority(rawValue: UInt8(raised)) ?? .urgent
    return min(node.priority, max(aged, node.priority.ageCap))
  }
}
