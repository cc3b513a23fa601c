import HeronEngine
import Synchronization

/// When something began, read by any thread.
final class StartMoment: Sendable {
  private let value: Atomic<Int64>

  init(_ moment: EngineInstant) { value = Atomic(moment.nanoseconds) }

  var nanoseconds: Int64 { value.load(ordering: .relaxed) }

  func set(_ moment: EngineInstant) { value.store(moment.nanoseconds, ordering: .relaxed) }
}
