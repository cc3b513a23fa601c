extension MediaLoader {
  /// Loads for a listener that may be called wherever this loader delivers. Returns at once.
  ///
  /// The listener is held weakly. Keep the handle: releasing it cancels.
  public nonisolated func load(
    _ request: MediaRequest, for listener: any SendableMediaLoadListener
  ) -> MediaLoad {
    begin(request, .listener(Recipient.WeakListener(object: listener)), isOnDelivery: nil)
  }

  /// Loads for a listener of the main actor, a view for example. Returns at once.
  ///
  /// The loader must deliver to the main loop (``Delivery/main`` or ``Delivery/mainLoop(_:)``). A hit in the memory
  /// cache is told before this returns. Keep the handle: releasing it cancels.
  @MainActor public func load(_ request: MediaRequest, for listener: any MediaLoadListener) -> MediaLoad {
    begin(request, mainActorRecipient(listener), isOnDelivery: true)
  }

  /// Loads for as long as the listener lives, without a handle.
  public nonisolated func load(
    _ request: MediaRequest, for listener: any SendableMediaLoadListener, lifetime: Lifetime
  ) {
    _ = begin(request, .listener(Recipient.WeakListener(object: listener)), isOnDelivery: nil, lifetime: lifetime)
  }

  /// Loads for as long as the listener of the main actor lives, without a handle.
  @MainActor public func load(_ request: MediaRequest, for listener: any MediaLoadListener, lifetime: Lifetime) {
    _ = begin(request, mainActorRecipient(listener), isOnDelivery: true, lifetime: lifetime)
  }

  /// Loads into the memory cache, for nobody yet. Keep the handle: releasing it cancels.
  public nonisolated func prefetch(_ request: MediaRequest) -> MediaLoad {
    begin(request, .nobody, isOnDelivery: nil)
  }

  /// The media, if the memory cache has it. From any thread, without a hop.
  public nonisolated func cachedMedia(for request: MediaRequest) -> LoadedMedia? {
    memoryCache.media(for: CacheKey(request))
  }

  /// What keeps a load going where there is no handle.
  public enum Lifetime: Sendable {
    /// Its listener.
    case listener
  }

  @MainActor private func mainActorRecipient(_ listener: any MediaLoadListener) -> Recipient {
    precondition(
      environment.delivery.isMainActor,
      "a listener of the main actor needs a loader that delivers there: Delivery.main or Delivery.mainLoop")
    return .mainActor { [weak listener] load, event in
      guard let listener else { return false }
      if let event { listener.mediaLoad(load, didReceive: event) }
      return true
    }
  }

  nonisolated func begin(
    _ request: MediaRequest, _ recipient: consuming Recipient, isOnDelivery: Bool?, lifetime: Lifetime? = nil
  ) -> MediaLoad {
    let handle = MediaLoad(request, recipient: recipient, loader: self)
    counters.submitted.count()
    if request.cachePolicy == .useCache, let media = cachedMedia(for: request) {
      counters.memoryHits.count()
      deliverHit(media.asHit, to: handle, isOnDelivery: isOnDelivery, isKept: lifetime != nil)
    } else if lifetime == nil {
      post(.submitted(handle))
    } else {
      post(.perform { $0.submit(handle, isKept: true) })
    }
    return handle
  }

  private nonisolated func deliverHit(_ media: LoadedMedia, to handle: MediaLoad, isOnDelivery: Bool?, isKept: Bool) {
    if isOnDelivery ?? isDeliveryCurrent {
      _ = handle.deliver(.finished(.success(media)))
    } else {
      let outgoing = Outgoing(handle, isKept: isKept, event: .finished(.success(media)))
      postDelivery { outgoing.deliver() }
    }
  }
}

extension LoadedMedia {
  /// The same media, as the memory cache gives it.
  var asHit: LoadedMedia {
    LoadedMedia(
      image: image, body: body, response: response, url: url, responseURL: responseURL, source: .memory,
      trace: LoadTrace())
  }
}
