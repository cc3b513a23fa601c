import Synchronization

extension MediaLoader {
  /// Whether the machine has a network.
  public enum Network: Sendable {
    /// It has.
    case up
    /// It has none: loads are parked and no attempt is spent.
    case down
  }

  /// Starts nothing more until ``resume()``; attempts that run go on.
  public nonisolated func pause() { post(.perform { $0.setPaused(true) }) }

  /// Goes on after ``pause()``.
  public nonisolated func resume() { post(.perform { $0.setPaused(false) }) }

  /// Tells that the network went away or came back.
  public nonisolated func networkChanged(_ network: Network) {
    post(.perform { $0.setOffline(network == .down) })
  }

  /// Cancels all that was requested under a tag, so that the next batch has the bandwidth at once.
  public nonisolated func cancelAll(tag: String) {
    post(.perform { loader in loader.forEachHandle(tag) { $0.cancel() } })
  }

  /// Cancels everything.
  public nonisolated func cancelAll() {
    post(.perform { loader in loader.forEachHandle(nil) { $0.cancel() } })
  }

  /// Gives another class to all that was requested under a tag.
  public nonisolated func setPriority(_ priority: RequestPriority, tag: String) {
    post(.perform { loader in loader.forEachHandle(tag) { $0.priority = priority } })
  }

  /// Empties the memory cache.
  public nonisolated func removeCachedMedia() { memoryCache.removeAll() }

  /// The configuration in force.
  public nonisolated var currentConfiguration: Configuration { settings.withLock(\.self) }

  /// Changes the configuration while the loader runs. A higher limit promotes as many as now fit; a lower one kills
  /// nothing.
  ///
  /// - Parameter change: called again where another thread changed the configuration meanwhile.
  /// - Throws: ``ConfigurationError`` where a figure is out of its range; then nothing changes.
  public nonisolated func update(_ change: (inout Configuration) -> Void) throws(ConfigurationError) {
    var isAccepted = false
    while !isAccepted {
      let old = currentConfiguration
      var new = old
      change(&new)
      try new.validate()
      // Somebody else's change between is not lost: ours is made again, on top of it.
      isAccepted = settings.withLock { settings in
        guard settings == old else { return false }
        settings = new
        return true
      }
    }
    post(.perform { $0.apply($0.currentConfiguration) })
  }

  private func apply(_ new: Configuration) {
    let old = configuration
    configuration = new
    tuning = Tuning(new)
    retryPolicy = RetryPolicy(new.retry, health: new.health)
    batcher.settings = Batcher.Settings(new)
    if old.retry.holdsSlot, !new.retry.holdsSlot { freeHeldSlots() }
    memoryCache.setLimit(new.memoryCacheBytes)
    if (old.startRate, old.startBurst) != (new.startRate, new.startBurst) {
      wasteBucket = WasteBucket(rate: new.startRate, burst: new.startBurst, now: now)
      startTokenAlarm = .never
    }
    if old.health != new.health { adopt(new.health) }
    if old.maxWait != new.maxWait { limitWaits() }
  }

  /// What was parked, or waited for a token, may have no reason to any more.
  private func adopt(_ health: OriginHealthSettings) {
    origins.adopt(health, now: now)
    for origin in origins.ids {
      refresh(origin)
      grantBudget(origin)
    }
  }

  /// Those who are in line already wait no longer than a new limit.
  private func limitWaits() {
    guard tuning.maxWait > 0 else { return }
    for load in table.all where load.stage == .waiting {
      let end = batcher.lines.waitingSince(load.id.slot).advanced(byNanoseconds: tuning.maxWait)
      alarms.set(.maxWait(load.id), at: max(now, end))
    }
  }

  private func setPaused(_ isPaused: Bool) {
    batcher.isPaused = isPaused
    pausedTime.set(batcher.isPaused || batcher.isOffline, now: now)
  }

  private func setOffline(_ isOffline: Bool) {
    let wasOffline = batcher.isOffline
    batcher.isOffline = isOffline
    pausedTime.set(batcher.isPaused || batcher.isOffline, now: now)
    if wasOffline, !isOffline { hastenBackoff() }
  }

  private func forEachHandle(_ tag: String?, _ body: (MediaLoad) -> Void) {
    let loads = tag.map { tags.loads(under: $0).compactMap { table[$0] } } ?? table.all
    for load in loads {
      load.interests.forEach { handle, _ in
        if tag == nil || handle.request.tag == tag { body(handle) }
      }
    }
  }

  func remember(_ load: Load, tag: String?) {
    if let tag { tags.remember(load.id, under: tag) }
  }
}
