import HeronEngine

/// Makes a scenario that breaks an invariant shorter for as long as it still breaks the same one.
public enum ScenarioMinimiser {
  // Each try is a run.
  private static let mostTries = 400

  /// The shortest scenario found.
  ///
  /// - Parameter breaks: whether a scenario still does what is looked for.
  public static func minimise(_ scenario: Scenario, while breaks: (Scenario) -> Bool) -> Scenario {
    var best = scenario
    var tries = 0
    func take(_ candidate: Scenario) -> Bool {
      tries += 1
      // What could not be read again would be no use to anybody.
      guard tries <= mostTries, (try? Scenario(reading: candidate.text, file: candidate.file)) != nil,
        breaks(candidate)
      else { return false }
      best = candidate
      return true
    }
    var size = max(1, best.steps.count / 2)
    // Delta debugging: parts of the steps are left out, halves first, then smaller ones.
    while tries < mostTries {
      var place = 0
      var isShorter = false
      while place < best.steps.count, tries < mostTries {
        var candidate = best
        candidate.steps.removeSubrange(place..<min(place + size, best.steps.count))
        if take(candidate) { isShorter = true } else { place += size }
      }
      if size == 1, !isShorter { break }
      size = max(1, size / 2)
    }
    for change in [dropFlags, dropLots, halveRequests] {
      while tries < mostTries, change(best).contains(where: take) {}
    }
    _ = take(withoutUnusedOrigins(best))
    return best
  }

  private static func dropFlags(_ scenario: Scenario) -> [Scenario] {
    scenario.flags.indices.map { index in
      var candidate = scenario
      candidate.flags.remove(at: index)
      return candidate
    }
  }

  private static func dropLots(_ scenario: Scenario) -> [Scenario] {
    scenario.origins.indices.compactMap { index in
      guard !scenario.origins[index].script.lots.isEmpty else { return nil }
      var candidate = scenario
      candidate.origins[index].script.lots.removeLast()
      return candidate
    }
  }

  private static func halveRequests(_ scenario: Scenario) -> [Scenario] {
    scenario.steps.indices.compactMap { index in
      guard case .request(var requests) = scenario.steps[index].act, requests.mix.count == 1, requests.count > 1 else {
        return nil
      }
      requests.mix[0].count /= 2
      var candidate = scenario
      candidate.steps[index].act = .request(requests)
      return candidate
    }
  }

  private static func withoutUnusedOrigins(_ scenario: Scenario) -> Scenario {
    let used = Set(
      scenario.steps.flatMap { step -> [String] in
        if case .set(let origin, _) = step.act { return [origin] }
        return (step.act.requests?.mix.map(\.origin) ?? []) + (step.act.selection?.origin.map { [$0] } ?? [])
      })
    var candidate = scenario
    candidate.origins.removeAll { !used.contains($0.name) }
    return candidate
  }
}
