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

  /// `60 loaded, 2 failed in 12.3 s, 4.1 MiB`.
  var summary: String {
    var text = "\(report.loaded) loaded, \(report.failed) failed"
    if report.cancelled > 0 { text += ", \(report.cancelled) not loaded" }
    text += " in \(Quantity.text(took)), \(Quantity.text(bytes: report.bytes))"
    return cause.isInterruption ? "interrupted: \(text)" : text
  }
}
