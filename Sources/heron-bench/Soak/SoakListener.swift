import HeronEngine
import Synchronization

/// Hears of one request of a soak, and tells the callers.
final class SoakListener: SendableMediaLoadListener {
  private let number: Int
  private let callers: SoakCallers
  private let hasEnded = Atomic<Bool>(false)

  init(number: Int, callers: SoakCallers) {
    self.number = number
    self.callers = callers
  }

  func mediaLoad(_ load: MediaLoad, didReceive event: MediaLoad.Event) {
    if case .finished(let result) = event {
      let isFirst = !hasEnded.exchange(true, ordering: .relaxed)
      callers.ended(number, result, isFirst: isFirst, url: load.request.url)
    } else if hasEnded.load(ordering: .relaxed) {
      callers.ended(number, nil, isFirst: false, url: load.request.url)
    }
  }
}
