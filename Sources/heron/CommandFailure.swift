/// A failure that is not one picture's: told in a sentence, it ends the process.
struct CommandFailure: Error {
  var message: String
  var status: ExitStatus

  init(_ message: String, status: ExitStatus) {
    self.message = message
    self.status = status
  }
}
