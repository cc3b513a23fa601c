import Synchronization

/// A flag that one thread raises and others look at.
final class RaisedFlag: Sendable {
  private let value = Atomic(false)

  var isRaised: Bool { value.load(ordering: .relaxed) }
  func raise() { value.store(true, ordering: .relaxed) }
}
