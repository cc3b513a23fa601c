import Heron

/// What is noted of each request that goes out: --trace and --timing.
struct Measurement: Sendable {
  var trace: TraceFile?
  var timing: TimingLog?

  /// What the loader is to tell; nil where nobody asks. Called on its queue, so nothing in it waits.
  var observer: (@Sendable (AttemptReport) -> Void)? {
    guard trace != nil || timing != nil else { return nil }
    return { [trace, timing] report in
      timing?.add(report)
      trace?.add(report)
    }
  }
}
