import Heron

/// How a session ended.
struct SessionEnd: Sendable {
  enum Cause: Sendable {
    /// Every URL was loaded or failed.
    case completed
    /// By the user.
    case interrupted
    /// The reader of standard output left.
    case cutOff
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
    case .cutOff: .brokenPipe
    }
  }

  /// `60 loaded, 2 failed in 12.3 s, 4.1 MiB`.
  var summary: String {
    var text = "\(report.loaded) loaded, \(report.failed) failed"
    if report.cancelled > 0 { text += ", \(report.cancelled) not loaded" }
    text += " in \(Quantity.text(took)), \(Quantity.text(bytes: report.bytes))"
    return cause == .interrupted ? "interrupted: \(text)" : text
  }
}
