import HeronEngine
import NIOCore

/// How one version of HTTP takes the steps of a script.
protocol ReplyStage: AnyObject {
  /// Sends what a step says, and with the last one says that the message is over, where the version can say that.
  /// The future completes when the kernel has all of it.
  func send(_ step: ReplyScript.Step, of script: ReplyScript, isLast: Bool) -> EventLoopFuture<Void>
  /// All steps are taken.
  func finish(_ ending: ReplyScript.Ending)
  /// What was to be sent cannot be.
  func abandon()
}

/// One script being acted out, step by step. Lives on the origin's event loop.
final class ReplyPerformance {
  private let script: ReplyScript
  private let loop: any EventLoop
  private let pace: OriginPace?
  private let connection: Int
  private weak var stage: (any ReplyStage)?
  private var next = 0
  private var isBegun = false
  private var flow: Int?

  /// - Parameters:
  ///   - pace: the line in front of the origin; nil: none.
  ///   - connection: the number of the connection that it goes by.
  init(
    _ script: ReplyScript, on stage: any ReplyStage, loop: any EventLoop, pace: OriginPace? = nil, connection: Int
  ) {
    self.script = script
    self.stage = stage
    self.loop = loop
    self.pace = pace
    self.connection = connection
  }

  /// Takes steps until one has to be waited for; called again when that is over.
  func perform() {
    guard let stage else { return }
    if let pace, !isBegun, !script.isSilent { return begin(pace) }
    guard next < script.steps.count else { return stage.finish(script.ending) }
    let step = script.steps[next]
    if !step.isEndless { next += 1 }
    switch step {
    case .wait(let duration):
      loop.assumeIsolated().scheduleTask(in: .nanoseconds(duration.nanoseconds)) { self.perform() }
    case .sendBody(let part) where pace != nil && !part.isEmpty: pour(part)
    default: send(step, on: stage)
    }
  }

  /// Takes no step any more.
  func stop() {
    stage = nil
    if let flow { pace?.shaper.stop(flow) }
    flow = nil
  }

  // The wait before everything else is a worker's time.
  private func begin(_ pace: OriginPace) {
    isBegun = true
    var latency = Duration.zero
    if case .wait(let duration)? = script.steps.first {
      latency = duration
      next = 1
    }
    pace.serve(connection, latency: latency, isWanted: { self.stage != nil }, done: perform)
  }

  private func pour(_ part: Range<Int>) {
    var rest = part
    flow = pace?.pour(part.count, connection: connection) { count in
      guard let stage = self.stage else { return }
      let piece = rest.lowerBound..<rest.lowerBound + count
      rest = piece.upperBound..<rest.upperBound
      if rest.isEmpty { return self.send(.sendBody(piece), on: stage) }
      // Nobody waits for it: the next one goes behind it.
      stage.send(.sendBody(piece), of: self.script, isLast: false).assumeIsolated().whenFailure { _ in
        self.stage?.abandon()
      }
    }
  }

  // The next step waits until the kernel has the bytes: a reset throws away what is still queued here. It is taken in
  // a later turn of the loop, as thousands of steps in one would be as many calls deep.
  private func send(_ step: ReplyScript.Step, on stage: any ReplyStage) {
    let isLast = next == script.steps.count && script.ending.isWholeMessage
    stage.send(step, of: script, isLast: isLast).assumeIsolated().whenComplete { result in
      switch result {
      case .success: self.loop.assumeIsolated().execute { self.perform() }
      case .failure: self.stage?.abandon()
      }
    }
  }
}

extension ReplyScript {
  /// Whether nothing at all is answered.
  fileprivate var isSilent: Bool { steps.isEmpty && ending == .hang }
}
