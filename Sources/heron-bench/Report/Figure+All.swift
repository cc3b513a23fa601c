extension Figure {
  static let wholeLoads = [
    Figure(
      "whole-load", "whole load, 100k, wall; OperationQueue(6)", "ns", Source(.wholeLoad, "wall"),
      beside: Source(.operationQueue, "wall"), bar: .ratio(1.5)),
    Figure(
      "whole-load", "whole load, processor; OperationQueue(6)", "ns", Source(.wholeLoad, "processor"),
      beside: Source(.operationQueue, "processor")),
  ]

  static let memory = [
    Figure(
      "memory", "memory per waiting load, 1M; per Operation", "B", Source(.waitingMemory, "bytes"),
      beside: Source(.operationMemory, "bytes"), bar: .value(512))
  ]

  static let cancelling = [
    Figure(
      "submit-cancel", "submit + cancel, 1,000 waiting", "µs", Source(.cancelAmongThousand, "newest"), bar: .value(2)),
    Figure(
      "submit-cancel", "submit + cancel, 1M waiting", "µs", Source(.cancelAmongMillion, "newest"), bar: .value(2)),
    Figure(
      "submit-cancel", "submit + cancel, 1M; 1,000 waiting", "µs", Source(.cancelAmongMillion, "newest"),
      beside: Source(.cancelAmongThousand, "newest"), bar: .ratio(2.5)),
    Figure(
      "submit-cancel", "cancel + submit anywhere, 1M; 1,000", "µs", Source(.cancelAmongMillion, "anywhere"),
      beside: Source(.cancelAmongThousand, "anywhere")),
  ]

  // Linear but for what no longer fits the processor's caches.
  static let promotions = [
    Figure(
      "promotion", "per load, 1 origin, 100k; 10k", "ns", Source(.promotionOneOrigin, "many"),
      beside: Source(.promotionOneOrigin, "few"), bar: .ratio(2)),
    Figure(
      "promotion", "per load, 1,000 origins, 100k; 10k", "ns", Source(.promotionManyOrigins, "many"),
      beside: Source(.promotionManyOrigins, "few"), bar: .ratio(2)),
  ]

  static let backoffs = [
    Figure(
      "backoff", "10k timers at ticks over 2 s, processor; 10k timers", "ms", Source(.tickedTimers, "processor"),
      beside: Source(.sourceTimers, "processor"), bar: .ratio(0.15)),
    Figure(
      "backoff", "10k loads from backoff back into line, told", "ms", Source(.backoff, "waiting"),
      beside: Source(.sourceTimers, "processor")),
    Figure("backoff", "  failing, deciding, arming before it", "ms", Source(.backoff, "failing")),
    Figure(
      "backoff", "10k loads from first to last: two attempts each", "ms", Source(.backoff, "processor"),
      beside: Source(.sourceTimers, "processor")),
    Figure("backoff", "  the same, wall", "ms", Source(.backoff, "wall")),
  ]

  static let deadOnes = [
    Figure(
      "dead-urls", "200 healthy, 12 dead of one origin; alone", "ms", Source(.deadSameOrigin, "wall"),
      beside: Source(.healthyAlone, "wall"), bar: .ratio(1.1)),
    Figure(
      "dead-urls", "200 healthy, 12 dead of another; alone", "ms", Source(.deadOwnOrigin, "wall"),
      beside: Source(.healthyAlone, "wall"), bar: .ratio(1.1)),
  ]

  static let parts = [
    part("request and handle, posted", .phases, "submit"),
    part("into the line, waiting told", .phases, "line-up"),
    part("promoted, attempt started, told", .phases, "start"),
    part("response received, posted", .phases, "receive"),
    part("ended, cached, told", .phases, "finish"),
    part("handle released", .phases, "release"),
    part("all on one thread, six active", .ablation, "everything"),
    part("  the same without timers", .ablation, "no-timers"),
    part("  the same without memory cache", .ablation, "no-memory-cache"),
    part("  the same without budget and breaker", .ablation, "no-health"),
    part("  the same without ageing", .ablation, "no-ageing"),
  ]

  private static func part(_ title: String, _ probe: Probe, _ name: String) -> Figure {
    Figure("parts", title, "ns", Source(probe, name))
  }
}
