public import Dispatch

/// Where a loader runs: one piece of work at a time, in the order of submission.
///
/// The shipped one is a serial Dispatch queue; a test gives the loader a one-thread world whose time is its own.
public protocol EngineExecutor: SerialExecutor {
  /// Runs `work` later, after all that was submitted before it. Never runs it inside this call.
  func submit(_ work: @escaping @Sendable () -> Void)

  /// Runs `work` in turn with everything else, on the calling thread and inside this call where the executor allows
  /// that: for a thread that has nothing to do before `work` is done. Otherwise as ``submit(_:)`` does.
  func perform(_ work: @escaping @Sendable () -> Void)
}

extension EngineExecutor {
  /// Submits the work.
  public func perform(_ work: @escaping @Sendable () -> Void) { submit(work) }

  /// Runs a job of the Swift runtime in turn with everything else.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    submit { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// A serial Dispatch queue as the executor of a loader.
///
/// Linux has no `DispatchSerialQueue` in Swift 6.3, hence this type.
public final class DispatchExecutor: EngineExecutor {
  /// The queue that all work runs on.
  public let queue: DispatchQueue

  private let mark = DispatchSpecificKey<ObjectIdentifier>()
  private let borrowsThreads: Bool

  /// An executor on `queue`, which must be serial.
  ///
  /// - Parameter borrowsThreads: whether a transport's thread that brings ends handles them itself, on `queue`, instead
  ///   of waking another: twice as fast for small media. It waits for the queue meanwhile, so the queue should be the
  ///   loader's own, and nothing on it may wait for the network.
  public init(_ queue: DispatchQueue, borrowsThreads: Bool = false) {
    self.queue = queue
    self.borrowsThreads = borrowsThreads
    queue.setSpecific(key: mark, value: ObjectIdentifier(self))
  }

  /// Runs `work` on the queue after what was submitted before.
  public func submit(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  /// Runs `work` on the queue: here and now, after what was submitted before, if threads are borrowed.
  public func perform(_ work: @escaping @Sendable () -> Void) {
    // Who is on the queue is in the middle of something.
    if borrowsThreads, isIsolatingCurrentContext() != true { queue.sync(execute: work) } else { submit(work) }
  }

  /// Traps when the caller is not on the queue.
  public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

  /// Whether the caller is on the queue.
  public func isIsolatingCurrentContext() -> Bool? {
    DispatchQueue.getSpecific(key: mark) == ObjectIdentifier(self)
  }
}
