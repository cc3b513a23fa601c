import HeronEngine
import HeronTesting

/// A published way to load pictures: which of them are under way, and what becomes of one that fails.
///
/// Each is the engine with other settings, so that a comparison is of policies and of nothing else: every policy has the
/// engine's coalescing, cancelling and decoding, also where its original has less of that.
public struct Policy: Sendable, Hashable {
  /// What it is called.
  public var name: String
  /// What it does, in a line.
  public var about: String
  /// Where its constants come from.
  public var source: String
  /// Settings over those of the interactive profile.
  public var flags: [String]
  /// Whether it waits for as long as an origin asks it to.
  public var heedsRetryAfter: Bool
  /// Whether one class of requests goes before another.
  public var hasClasses = true

  /// The policy of that name.
  public static func named(_ name: String) -> Policy? { all.first { $0.name == name } }

  /// All, ours first.
  public static let all = [heron, ancestor, nuke, kingfisher, pinRemoteImage, browser]

  /// Ours, as the library comes.
  public static let heron = Policy(
    name: "heron", about: "the interactive profile: 10 slots, exponential backoff outside of the slots",
    source: "docs/tuning.md", flags: [], heedsRetryAfter: true)

  // No class, age or origin comes before another, nothing is held back, and nothing is known of an origin's health.
  private static let plain = [
    "--age-step=0", "--low-every=0", "--batch-window=0", "--start-rate=0", "--retry-budget=0", "--breaker=off",
    "--max-gate=0", "--retry-jitter=none", "--deadline=0", "--connect-patience=0",
  ]

  private static func slots(_ count: Int, perOrigin: Int) -> [String] {
    ["--max-active=\(count)", "--max-active-per-origin=\(perOrigin)", "--max-active-unproven=\(count)"]
  }

  // What URLRequest waits without a byte: timeoutInterval's default.
  private static func silence(_ time: String) -> [String] {
    ["--connect-timeout=\(time)", "--first-byte-timeout=\(time)", "--stall-timeout=\(time)", "--slow-rate=0"]
  }

  /// The text of 2010 that Heron descends from: a timer for each picture that fires every ten seconds until it has it,
  /// and a batcher that gives it a slot until then.
  public static let ancestor = Policy(
    name: "ancestor", about: "4 slots, first come first served; a failing picture keeps its slot and tries every 10 s",
    source:
      "\"Asynchronous Image Loader\", 2010: interval 10 s, for ever; the limit was the reader's to choose, here 4",
    flags: plain + slots(4, perOrigin: 4) + silence("60s") + [
      "--retry-backoff=fixed", "--retry-fixed-interval=10s", "--max-attempts=0", "--max-attempts-prefetch=0",
      "--hold-slot=on",
    ], heedsRetryAfter: false, hasClasses: false)

  /// Nuke 14: `ImagePipeline.Configuration` has a queue of six downloads and a rate limiter.
  public static let nuke = Policy(
    name: "nuke", about: "6 slots, first come first served in each class, 80 starts/s in bursts of 25, no retry",
    source: "Nuke, ImagePipeline.Configuration (dataLoadingQueue: 6) and RateLimiter (rate 80, burst 25)",
    flags: plain.filter { $0 != "--start-rate=0" } + slots(6, perOrigin: 6) + silence("60s") + [
      "--start-rate=80", "--start-burst=25", "--max-attempts=1", "--max-attempts-prefetch=1",
    ], heedsRetryAfter: false)

  /// Kingfisher 8 with its `DelayRetryStrategy`, which an app has to ask for.
  public static let kingfisher = Policy(
    name: "kingfisher", about: "no limit but URLSession's 6 per origin; 3 more attempts, 3 s after each failure",
    source: "Kingfisher, ImageDownloader (timeout 15 s) and DelayRetryStrategy(maxRetryCount: 3, .seconds(3))",
    flags: plain + slots(10_000, perOrigin: 6) + silence("15s") + [
      "--retry-backoff=fixed", "--retry-fixed-interval=3s", "--max-attempts=4", "--max-attempts-prefetch=4",
    ], heedsRetryAfter: false)

  /// PINRemoteImage: a queue of ten, and an exponential retry strategy of base four.
  public static let pinRemoteImage = Policy(
    name: "pinremoteimage", about: "10 slots, first come first served in each class; again after 4, 16 and 64 s",
    source:
      "PINRemoteImage, PINRemoteImageManager (10 at a time, as many per host) and PINRequestExponentialRetryStrategy (3, base 4)",
    flags: plain + slots(10, perOrigin: 10) + silence("30s") + [
      "--retry-base=4s", "--retry-throttled-base=4s", "--retry-factor=4", "--retry-cap=64s", "--max-attempts=4",
      "--max-attempts-prefetch=4",
    ], heedsRetryAfter: false)

  /// What Chromium does with a page's pictures.
  public static let browser = Policy(
    name: "browser", about: "6 per origin, 256 in all, first come first served in each class, no retry",
    source: "Chromium, net/socket/client_socket_pool_manager.cc (6 per group, 256 in all)",
    flags: plain + slots(256, perOrigin: 6) + silence("60s") + ["--max-attempts=1", "--max-attempts-prefetch=1"],
    heedsRetryAfter: false)

  /// A scenario as this policy meets it: its own settings in place of the scenario's, that line, and nothing to compare
  /// with.
  func scenario(_ scenario: Scenario, on link: NetworkLink) -> Scenario {
    var scenario = scenario
    scenario.profile = .interactive
    scenario.flags = flags
    scenario.link = link
    scenario.baseline = nil
    scenario.expectations = []
    scenario.steps.removeAll { if case .change = $0.act { true } else { false } }
    if !hasClasses { scenario.steps = scenario.steps.compactMap(\.withoutClass) }
    guard !heedsRetryAfter else { return scenario }
    // Who does not read the field is as one to whom it is not sent.
    scenario.origins = scenario.origins.map { ($0.name, $0.script.withoutRetryAfter) }
    scenario.steps = scenario.steps.map { step in
      guard case .set(let origin, let script) = step.act else { return step }
      var step = step
      step.act = .set(origin: origin, script.withoutRetryAfter)
      return step
    }
    return scenario
  }
}

extension ScenarioStep {
  // All alike: the class that half of the slots are not kept from.
  fileprivate var withoutClass: ScenarioStep? {
    var step = self
    switch act {
    case .prioritise: return nil
    case .request(var requests):
      requests.priority = .visible
      step.act = .request(requests)
    case .scroll(let rows, var requests):
      requests.priority = .visible
      step.act = .scroll(rows: rows, requests)
    case .repoint(var requests):
      requests.priority = .visible
      step.act = .repoint(requests)
    default: break
    }
    return step
  }
}

extension OriginScript {
  fileprivate var withoutRetryAfter: OriginScript {
    var script = self
    for index in script.replies.indices { script.replies[index].retryAfter = nil }
    for index in script.numbered.indices { script.numbered[index].retryAfter = nil }
    for index in script.lots.indices { script.lots[index].reply.retryAfter = nil }
    return script
  }
}
