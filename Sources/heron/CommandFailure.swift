/// A failure that is not one picture's: told in a sentence, it ends the process.
struct CommandFailure: Error {
  var message: String
  var status: ExitStatus

  init(_ message: String, status: ExitStatus) {
    self.message = message
    self.status = status
  }
}

extension FileError {
  /// How a command ends when standard output takes no more: without a word where its reader has left.
  var asCommandEnd: any Error {
    let status = ExitStatus(writing: self)
    return status == .brokenPipe ? status.exitCode : CommandFailure(description, status: status)
  }
}
