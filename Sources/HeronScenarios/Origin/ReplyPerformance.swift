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
  private weak var stage: (any ReplyStage)?
  private var next = 0

  init(_ script: ReplyScript, on stage: any ReplyStage, loop: any EventLoop) {
    self.script = script
    self.stage = stage
    self.loop = loop
  }

  /// Takes steps until one has to be waited for; called again when that is over.
  func perform() {
    guard let stage else { return }
    guard next < script.steps.count else { return stage.finish(script.ending) }
    let step = script.steps[next]
    if !step.isEndless { next += 1 }
    if case .wait(let duration) = step {
      loop.assumeIsolated().scheduleTask(in: .nanoseconds(duration.nanoseconds)) { self.perform() }
    } else {
      send(step, on: stage)
    }
  }

  /// Takes no step any more.
  func stop() { stage = nil }

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
