import Heron

/// How a session ended.
struct SessionEnd: Sendable {
  enum Cause: Sendable {
    /// Every URL was loaded or failed.
    case completed
    /// By the user.
    case interrupted
    /// Standard output took no more.
    case cutOff(FileError)

    var isCompletion: Bool { if case .completed = self { true } else { false } }
    var isCutOff: Bool { if case .cutOff = self { true } else { false } }
    var isInterruption: Bool { if case .interrupted = self { true } else { false } }
  }

  var cause: Cause
  var report: ProgressReport
  /// From the first request to the last result.
  var took: Duration
  var reporter: Reporter

  /// What the process exits with.
  var status: ExitStatus {
    switch cause {
    case .completed: report.failed == 0 ? .success : .failure
    case .interrupted: .interrupted
    case .cutOff(let error): ExitStatus(writing: error)
    }
  }

  /// The summary as a line of JSON. Scripts rely on the names.
  var json: String {
    var object = JSONObject()
    object.add("summary", true)
    object.add("loaded", report.loaded)
    object.add("failed", report.failed)
    object.add("cancelled", report.cancelled)
    object.add("bytes", report.bytes)
    object.add("elapsed_ms", milliseconds: took)
    return object.text
  }

  /// `60 loaded, 2 failed in 12.3 s, 4.1 MiB`.
  var summary: String {
    var text = "\(report.loaded) loaded, \(report.failed) failed"
    if report.cancelled > 0 { text += ", \(report.cancelled) not loaded" }
    text += " in \(Quantity.text(took)), \(Quantity.text(bytes: report.bytes))"
    return cause.isInterruption ? "interrupted: \(text)" : text
  }
}
