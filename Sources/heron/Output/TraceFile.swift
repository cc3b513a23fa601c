import Dispatch
import Glibc
import Heron
import Synchronization

/// The file of --trace: a line of JSON for each request that went out, written on a queue of its own.
final class TraceFile: Sendable {
  private struct State {
    var pending: [AttemptReport] = []
    var isWriting = false
    var isOpen = true
    var missed = 0
    var failure: FileError?
  }

  private let path: String
  private let descriptor: Int32
  private let began: EngineInstant
  private let queue = DispatchQueue(label: "heron.trace")
  private let state = Mutex(State())

  /// Where a file takes lines more slowly than requests end, so many wait; further ones are counted, not kept.
  private static let maxPending = 16_384

  /// Opens the file. What is no regular file (a pipe, a device) is written to as it is.
  ///
  /// - Parameter began: the moment that lines count from, on the clock of the loader.
  init(_ path: String, overwrites: Bool, began: EngineInstant) throws(FileError) {
    self.path = path
    self.began = began
    descriptor = try Self.open(path, overwrites: overwrites)
  }

  deinit { if state.withLock({ $0.isOpen }) { Glibc.close(descriptor) } }

  private static func open(_ path: String, overwrites: Bool) throws(FileError) -> Int32 {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor >= 0 { return descriptor }
    guard errno == EEXIST else { throw FileError(path: path, act: "write", code: errno) }
    var status = stat()
    let isRegular = stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    guard overwrites || !isRegular else {
      throw FileError(path: path, act: "write", code: 0, detail: "it is there already; --overwrite replaces it")
    }
    let existing = Glibc.open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard existing >= 0 else { throw FileError(path: path, act: "write", code: errno) }
    return existing
  }

  /// Has a line written soon; never waits.
  func add(_ report: AttemptReport) {
    var report = report
    // No line has them, and many reports may have to wait.
    report.head?.headers = HTTPFields()
    if case .failed(var error) = report.outcome {
      error.response = nil
      report.outcome = .failed(error)
    }
    let isFirst = state.withLock { state in
      guard state.isOpen, state.failure == nil else { return false }
      guard state.pending.count < Self.maxPending else {
        state.missed += 1
        return false
      }
      state.pending.append(report)
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if isFirst { queue.async { self.writePending() } }
  }

  /// Writes what is left and closes the file.
  ///
  /// - Throws: ``CommandFailure`` where not every request has its line.
  func close() throws(CommandFailure) {
    queue.sync { writeTheRest() }
    let (failure, missed) = state.withLock { ($0.failure, $0.missed) }
    if let failure { throw CommandFailure("\(failure); the trace is not complete", status: .failure) }
    if missed > 0 {
      let requests = Quantity.text(count: missed, "request")
      throw CommandFailure(
        "'\(path.printable)' lacks \(requests): it was written more slowly than requests ended", status: .failure)
    }
  }

  // What comes later finds the file closed, before its descriptor is another file's.
  private func writeTheRest() {
    let wasOpen = state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen
    }
    guard wasOpen else { return }
    writePending()
    if Glibc.close(descriptor) != 0 { fail(errno) }
  }

  private func writePending() {
    while true {
      let reports = state.withLock { state in
        defer { state.pending = [] }
        if state.pending.isEmpty { state.isWriting = false }
        return state.pending
      }
      if reports.isEmpty { return }
      var text = ""
      for report in reports {
        text += report.json(since: began)
        text += "\n"
      }
      if !FileBytes.write(text, to: descriptor) { fail(errno) }
    }
  }

  // The first reason is the one that counts.
  private func fail(_ code: Int32) {
    state.withLock { $0.failure = $0.failure ?? FileError(path: path, act: "write", code: code) }
  }
}
