import ArgumentParser
import Glibc

/// What the process tells its parent in the end.
enum ExitStatus: Int32 {
  /// Everything was loaded.
  case success = 0
  /// Something was not.
  case failure = 1
  /// The command line makes no sense.
  case usage = 2
  /// An invariant of the loader is broken.
  case broken = 3
  /// A scenario's time was over before it was.
  case late = 4
  /// Ctrl-C.
  case interrupted = 130
  /// The reader of our output left: 128 and the number of SIGPIPE, as the shell has it.
  case brokenPipe = 141

  /// The status where standard output took no more: a reader that leaves is no failure of ours, a full disk is one.
  init(writing error: FileError) { self = error.code == EPIPE ? .brokenPipe : .failure }

  /// Ends the command with this status and no further message.
  var exitCode: ExitCode { ExitCode(rawValue) }
}
