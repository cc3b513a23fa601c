/// The measurements; each gives named figures and runs in a process of its own.
enum Probe: String, CaseIterable {
  case wholeLoad = "whole-load"
  case operationQueue = "operation-queue"
  case waitingMemory = "waiting-memory"
  case operationMemory = "operation-memory"
  case cancelAmongThousand = "cancel-among-1000"
  case cancelAmongMillion = "cancel-among-1000000"
  case promotionOneOrigin = "promotion-1-origin"
  case promotionManyOrigins = "promotion-1000-origins"
  case backoff = "backoff"
  case sourceTimers = "source-timers"
  case tickedTimers = "ticked-timers"
  case healthyAlone = "healthy-alone"
  case deadSameOrigin = "dead-same-origin"
  case deadOwnOrigin = "dead-own-origin"
  case phases = "phases"
  case ablation = "ablation"

  func run() throws -> [String: Double] {
    switch self {
    case .wholeLoad: try WholeLoads.measure()
    case .operationQueue: OperationQueueYardstick.measure()
    case .waitingMemory: try WaitingMemory.measure()
    case .operationMemory: OperationQueueYardstick.measureMemory()
    case .cancelAmongThousand: try SubmitAndCancel.measure(waiting: 1000)
    case .cancelAmongMillion: try SubmitAndCancel.measure(waiting: 1_000_000)
    case .promotionOneOrigin: try Promotions.measure(origins: 1)
    case .promotionManyOrigins: try Promotions.measure(origins: 1000)
    case .backoff: try Backoffs.measure()
    case .sourceTimers: TimerYardstick.measure()
    case .tickedTimers: TickedTimers.measure()
    case .healthyAlone: try DeadAmongHealthy.measure(dead: .none)
    case .deadSameOrigin: try DeadAmongHealthy.measure(dead: .sameOrigin)
    case .deadOwnOrigin: try DeadAmongHealthy.measure(dead: .ownOrigin)
    case .phases: try Phases.measure()
    case .ablation: try Ablation.measure()
    }
  }

  /// Those that the figures are made of, in their order.
  static func needed(for figures: [Figure]) -> [Probe] {
    let named = Set(figures.flatMap { [$0.value.probe, $0.peer?.probe].compactMap(\.self) })
    return allCases.filter(named.contains)
  }
}
