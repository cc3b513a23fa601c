extension MediaLoader {
  func submit(_ handle: MediaLoad, isKept: Bool = false) {
    admit(handle, request: handle.request, isKept: isKept)
  }

  /// Finds or makes the load that serves a handle.
  func admit(_ handle: MediaLoad, request: MediaRequest, isKept: Bool) {
    let origin: OriginID
    do throws(MediaLoadError) {
      origin = try origins.origin(
        of: request.url, maxURLBytes: configuration.limits.maxURLBytes, settings: configuration.health,
        limit: configuration.maxOrigins, now: now)
    } catch {
      return refuse(handle, request, isKept: isKept, error)
    }
    let hash = CacheKey(request).hash
    if let slot = underWay.find(hash, isSame: { table[slot: $0].request.canShare(with: request) }) {
      return join(table[slot: slot], handle, isKept: isKept)
    }
    let id = table.reserve()
    guard let word = handle.bind(to: id) else { return table.remove(id) }
    let load = Load(
      request, first: Interests(handle, isKept: isKept), priority: word.priority, origin: origin, id: id)
    table.insert(load)
    underWay.insert(id.slot, hash: hash)
    arrive(at: origin)
    remember(load, tag: request.tag)
    begin(load)
  }

  private func join(_ load: Load, _ handle: MediaLoad, isKept: Bool) {
    guard let word = handle.bind(to: load.id) else { return }
    tally.coalesced += 1
    load.interests.add(handle, isKept: isKept, word.priority, to: load.priority)
    remember(load, tag: handle.request.tag)
    raise(load, to: min(load.priority, word.priority))
    if load.stage == .delayed { hasten(load, handle.request.delay) }
    if let event = presentEvent(of: load) { send(event, to: handle, isKept: isKept) }
  }

  /// Somebody wants a delayed load earlier than the first who asked for it: the shortest delay counts.
  private func hasten(_ load: Load, _ delay: Duration) {
    if delay > .zero { return alarms.set(.delayed(load.id), at: Tick.due(after: delay.nanoseconds, from: now)) }
    tally.delayed -= 1
    lineUp(load)
  }

  /// What one who joins now is told first, so that nothing comes out of turn.
  private func presentEvent(of load: Load) -> MediaLoad.Event? {
    guard let run = load.run else { return load.stage == .waiting ? .waiting : nil }
    switch load.stage {
    case .waiting: return run.isRedirected ? .started(attempt: run.starts) : .waiting
    case .active, .decoding: return .started(attempt: run.starts)
    case .backoff:
      guard let error = run.lastError, let due = run.timer.flatMap({ timers[$0]?.due }) else { return nil }
      return .retrying(after: max(.zero, now.duration(to: due)), because: error)
    case .arriving, .delayed, .gathering, .awaitingBudget, .ended: return nil
    }
  }

  private func begin(_ load: Load) {
    let delay = load.request.delay.nanoseconds
    guard delay <= 0 else {
      load.stage = .delayed
      tally.delayed += 1
      return alarms.set(.delayed(load.id), at: Tick.due(after: delay, from: now))
    }
    lineUp(load)
  }

  /// Brings a load to the line for the first time, by way of the batch window.
  func lineUp(_ load: Load) {
    load.stage = .arriving
    guard !failsFast(load) else { return }
    load.stage = .gathering
    tally.delayed += 1
    gathering.append(load.id)
  }

  /// Puts those who gathered into line: at the end of the turn, or of the window where there are more of them than
  /// can start, so that what a fling creates and destroys within a frame costs nothing.
  private func gather() {
    guard !gathering.isEmpty else { return }
    if let windowEnd, now < windowEnd { return }
    if windowEnd == nil, tuning.batchWindow > 0 {
      let alive = gathering.filter { table[$0]?.stage == .gathering }
      if alive.count > batcher.settings.maxActive - batcher.active {
        let end = now.advanced(byNanoseconds: tuning.batchWindow)
        windowEnd = end
        gathering = alive
        return alarms.set(.batchWindow, at: end)
      }
    }
    windowEnd = nil
    var gathered: [LoadID] = []
    swap(&gathered, &gathering)
    for id in gathered {
      guard let load = table[id], load.stage == .gathering else { continue }
      tally.delayed -= 1
      load.stage = .arriving
      if !failsFast(load) { enqueue(load) }
    }
    // Fallbacks of those that failed fast have gathered meanwhile.
    guard gathering.isEmpty else { return gather() }
    gathered.removeAll(keepingCapacity: gathered.count < 4096)
    swap(&gathered, &gathering)
  }

  /// Counts a load in at an origin.
  func arrive(at origin: OriginID) {
    // It may be new, in the place of one that was forgotten; the batcher knows only the place.
    if origins[origin].loads == 0 { refresh(origin) }
    origins[origin].loads += 1
  }

  /// Puts a load into the line of its origin and class.
  func enqueue(_ load: Load) {
    load.stage = .waiting
    let hasFailed = load.run?.lastError != nil
    let place = load.run?.isRedirected == true ? Batcher.Place.first : .last
    batcher.enqueue(
      load.id.slot, origin: load.currentOrigin, priority: load.priority, hasFailed: hasFailed, at: place, now: now)
    // What goes on elsewhere has been told that it started.
    if place == .last { newlyWaiting.append(load.id) }
    if tuning.maxWait > 0 {
      alarms.set(.maxWait(load.id), at: Tick.due(after: tuning.maxWait, from: now))
    }
  }

  /// Starts as many as may start.
  func promoteAll() {
    gather()
    while tally.decoding < configuration.maxDecoding {
      guard wasteBucket.hasToken(now: now) else { return waitForStartToken() }
      guard let slot = batcher.promote(now: now) else { return }
      start(table[slot: slot])
    }
  }

  private func waitForStartToken() {
    guard batcher.canPromote(now: now), startTokenAlarm == .never else { return }
    startTokenAlarm = wasteBucket.nextToken(now: now)
    alarms.set(.startToken, at: startTokenAlarm)
  }

  /// Tells those who are in line after the turn in which they joined it.
  func tellWaiting() {
    for id in newlyWaiting {
      if let load = table[id], load.stage == .waiting { emit(.waiting, load) }
    }
    newlyWaiting.removeAll(keepingCapacity: newlyWaiting.count < 4096)
  }

  func priorityChanged(_ id: LoadID, from old: RequestPriority, to new: RequestPriority) {
    guard let load = table[id] else { return }
    if let shared = load.interests.shared {
      shared.change(old, to: new)
      raise(load, to: shared.mostUrgent)
    } else {
      raise(load, to: new)
    }
  }

  /// Gives a load the class that its interests now ask for, be it higher or lower.
  func raise(_ load: Load, to priority: RequestPriority) {
    guard load.priority != priority else { return }
    load.priority = priority
    if load.stage == .waiting || batcher.holdsSlot(load.id.slot) {
      batcher.reprioritize(load.id.slot, to: priority, now: now)
    }
    if load.stage == .waiting { _ = failsFast(load) }
  }
}
