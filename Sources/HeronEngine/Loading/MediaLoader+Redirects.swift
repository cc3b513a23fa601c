import Logging

extension MediaLoader {
  /// Follows a redirect: the same attempt goes on where it leads, in the first place of that origin's line.
  func redirected(_ load: Load, _ run: Run, _ head: ResponseHead, _ transfer: Transfer, _ partial: PartialBody?) {
    run.lastHead = head
    if let partial { run.partial = partial }
    do throws(MediaLoadError) {
      let redirect = try Redirect(
        head, from: load.currentURL, headers: run.hop?.redirect.headers ?? load.request.headers,
        count: (run.hop?.count ?? 0) + 1, limits: configuration.limits)
      let origin = try origins.origin(
        of: redirect.url, maxURLBytes: configuration.limits.maxURLBytes, settings: configuration.health,
        limit: configuration.maxOrigins, now: now)
      report(.redirected, transfer, load, run)
      goOn(load, run, head, Hop(redirect: redirect, origin: origin, count: (run.hop?.count ?? 0) + 1))
    } catch {
      tellReport(.limit(error), transfer, load, run)
      attemptFailed(load, run, .limit(error), nil)
    }
  }

  private func goOn(_ load: Load, _ run: Run, _ head: ResponseHead, _ hop: Hop) {
    environment.logger.debug("\(load.currentURL) leads to \(hop.redirect.url)")
    record(.served(head.version), load, run)
    leaveSlot(load, run)
    arrive(at: hop.origin)
    leaveHop(load)
    run.hop = hop
    run.isRedirected = true
    run.trace.redirects += 1
    tally.redirects += 1
    lineUpAgain(load, run)
  }

  /// Goes back to the URL that was asked for.
  func leaveHop(_ load: Load) {
    guard let run = load.run, let hop = run.hop else { return }
    origins[hop.origin].loads -= 1
    run.hop = nil
    run.isRedirected = false
  }
}
