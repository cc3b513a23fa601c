import Logging

extension MediaLoader {
  func decode(_ load: Load, _ run: Run, _ head: ResponseHead, _ body: [UInt8]) {
    load.stage = .decoding
    tally.decoding += 1
    let job = DecodeJob(load: load.id, head: head, body: body, queuedAt: now)
    run.decodeJob = job
    probe(load)
    let decoders = environment.decoders
    let limits = configuration.limits.decoding
    environment.workPool.submit { [weak self] in
      if job.run(decoders, limits: limits) { self?.post(.decoded(job)) }
    }
  }

  func decoded(_ job: DecodeJob) {
    guard let load = table[job.load], let run = load.run, run.decodeJob === job, let result = job.result else { return }
    run.decodeJob = nil
    tally.decoding -= 1
    let took = now.nanoseconds(since: job.queuedAt)
    tally.decodingTime.add(nanoseconds: took)
    run.trace.decoded += .nanoseconds(took)
    switch result {
    case .success(let image):
      finish(load, run, job.head, image: image, body: load.request.keepsBody ? job.takeBody() : nil)
    case .failure(let error):
      run.lastHead = job.head
      attemptFailed(load, run, .decoding(error), nil)
    }
  }

  func finish(_ load: Load, _ run: Run, _ head: ResponseHead, image: Image?, body: [UInt8]?) {
    run.trace.attempts = run.starts
    let media = LoadedMedia(
      image: image, body: body, response: head, url: load.request.url, responseURL: load.currentURL, source: .network,
      trace: run.trace)
    if load.request.cachePolicy != .ignoreCache { memoryCache.store(media, for: CacheKey(load.request)) }
    wasteBucket.giveBack(now: now)
    tellEnd(.success(media), load)
    end(load)
  }

  /// Fails a load for good: its callers go on to their next fallback, or are told.
  func fail(_ load: Load, _ error: MediaLoadError) {
    if load.run?.starts ?? 0 > 0 { wasteBucket.giveBack(now: now) }
    var moved: [(MediaLoad, MediaRequest, Bool)] = []
    load.interests.forEach { handle, isKept in
      if let next = handle.request.fallback(after: load.request.url) {
        moved.append((handle, next, isKept))
      } else {
        tell(.failure(error), handle, isKept: isKept)
      }
    }
    end(load)
    for (handle, request, isKept) in moved {
      environment.logger.debug("\(load.request.url) failed (\(error.kind.rawValue)); on to \(request.url)")
      goOn(handle, to: request, isKept: isKept)
    }
  }

  /// A request that cannot become a load: its caller goes on to the next fallback, or is told.
  func refuse(_ handle: MediaLoad, _ request: MediaRequest, isKept: Bool, _ error: MediaLoadError) {
    guard let next = handle.request.fallback(after: request.url) else {
      return tell(.failure(error), handle, isKept: isKept)
    }
    // By way of the mailbox, since a caller may have given any number of URLs that cannot be used.
    post(.perform { $0.goOn(handle, to: next, isKept: isKept) })
  }

  /// Goes on to a fallback, which may be one that many share: the memory cache is asked first, as for any request.
  private func goOn(_ handle: MediaLoad, to request: MediaRequest, isKept: Bool) {
    guard request.cachePolicy == .useCache, let media = cachedMedia(for: request) else {
      return admit(handle, request: request, isKept: isKept)
    }
    counters.memoryHits.count()
    tell(.success(media.asHit), handle, isKept: isKept)
  }

  private func tellEnd(_ result: Result<LoadedMedia, MediaLoadError>, _ load: Load) {
    load.interests.forEach { handle, isKept in tell(result, handle, isKept: isKept) }
  }

  private func tell(_ result: Result<LoadedMedia, MediaLoadError>, _ handle: MediaLoad, isKept: Bool) {
    send(.finished(result), to: handle, isKept: isKept)
  }

  func interestEnded(_ id: LoadID, _ priority: RequestPriority) {
    guard let load = table[id] else { return }
    if let shared = load.interests.shared {
      shared.remove(priority)
      guard shared.isEmpty else { return raise(load, to: shared.mostUrgent) }
    }
    if let run = load.run {
      let received = run.trace.bytesReceived + (run.transfer?.bytesReceived ?? 0)
      tally.bytesForDeadListeners += received
    }
    end(load)
  }

  /// Takes a load out of wherever it is. Nothing of it is left running, waiting or armed.
  func end(_ load: Load) {
    if let run = load.run {
      if let transfer = run.transfer { report(.cancelled, transfer, load, run) }
      stop(run)
      cancelProbe(load, run)
      run.decodeJob?.cancel()
      if run.decodeJob != nil { tally.decoding -= 1 }
      run.decodeJob = nil
      giveBackTimer(run)
    }
    switch load.stage {
    case .delayed, .gathering: tally.delayed -= 1
    case .waiting: batcher.withdraw(load.id.slot)
    case .backoff, .awaitingBudget: tally.backoff -= 1
    case .arriving, .active, .decoding, .ended: break
    }
    batcher.vacate(load.id.slot)
    load.stage = .ended
    underWay.remove(load.id.slot)
    tags.forget(load.id)
    origins[load.origin].loads -= 1
    leaveHop(load)
    table.remove(load.id)
  }
}

extension MediaRequest {
  /// The same request for the URL that comes after `url` among its own and its fallbacks; nil after the last.
  fileprivate func fallback(after url: String) -> MediaRequest? {
    let fallbacks = values.fallbacks
    guard !fallbacks.isEmpty else { return nil }
    let chain = [self.url] + fallbacks
    guard let place = chain.firstIndex(of: url) else { return nil }
    let tried = chain[...place]
    guard let untried = chain[(place + 1)...].first(where: { !tried.contains($0) }) else { return nil }
    var next = self
    next.url = untried
    next.delay = .zero
    return next
  }
}
