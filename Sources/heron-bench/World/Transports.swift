import Dispatch
import HeronEngine
import Synchronization

/// A transfer that cannot be told apart from one that is over.
final class EndedTransfer: TransportTransfer {
  static let shared = EndedTransfer()
  func cancel() {}
}

/// Answers 200 with an empty body before `start` returns.
struct InstantTransport: Transport {
  func start(_ request: TransportRequest, observer: any TransportObserver) -> any TransportTransfer {
    observer.answer()
    return EndedTransfer.shared
  }
}

/// Never answers.
struct HangingTransport: Transport {
  func start(_ request: TransportRequest, observer: any TransportObserver) -> any TransportTransfer {
    EndedTransfer.shared
  }
}

/// Keeps the observers, to be answered by hand.
final class CollectingTransport: Transport {
  private let observers = Mutex<[any TransportObserver]>([])

  func start(_ request: TransportRequest, observer: any TransportObserver) -> any TransportTransfer {
    observers.withLock { $0.append(observer) }
    return EndedTransfer.shared
  }

  func takeAll() -> [any TransportObserver] {
    observers.withLock { observers in
      defer { observers = [] }
      return observers
    }
  }
}

/// Fails the first attempt of each URL of ``URLs`` at once, and answers the second.
final class FailingOnceTransport: Transport {
  private let failure: TransportError.Failure
  private let hasFailed: Mutex<[Bool]>

  init(_ failure: TransportError.Failure, count: Int) {
    self.failure = failure
    hasFailed = Mutex(Array(repeating: false, count: count))
  }

  func start(_ request: TransportRequest, observer: any TransportObserver) -> any TransportTransfer {
    let number = URLs.number(of: request.url)
    let failsNow = hasFailed.withLock { hasFailed in
      defer { hasFailed[number] = true }
      return !hasFailed[number]
    }
    if failsNow { observer.fail(failure) } else { observer.answer() }
    return EndedTransfer.shared
  }
}

/// Answers after 50 ms; what is dead fails after 20.
final class SlowTransport: Transport {
  private let queue = DispatchQueue(label: "heron-bench.transport")

  func start(_ request: TransportRequest, observer: any TransportObserver) -> any TransportTransfer {
    if request.url.hasSuffix(URLs.deadMark) {
      // A live origin breaks the connection; a dead one gives none.
      let failure: TransportError.Failure = request.url.hasPrefix(URLs.deadOrigin) ? .connectionRefused : .receiveFailed
      queue.asyncAfter(deadline: .now() + .milliseconds(20)) { observer.fail(failure) }
    } else {
      queue.asyncAfter(deadline: .now() + .milliseconds(50)) { observer.answer() }
    }
    return EndedTransfer.shared
  }
}

extension TransportObserver {
  func answer() {
    _ = didReceive(ResponseHead(status: 200))
    didFinish(.success(TransportMetrics()))
  }

  func fail(_ failure: TransportError.Failure) { didFinish(.failure(TransportError(failure))) }
}
