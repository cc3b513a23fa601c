import ArgumentParser
import Glibc

/// Where the process begins and ends: what a command throws becomes a message and a status.
@main enum Entrance {
  static func main() async {
    // Otherwise a reader that leaves would end the process before it can clean up.
    signal(SIGPIPE, SIG_IGN)
    keepStandardDescriptors()
    raiseDescriptorLimit()
    // libidn2 takes a name's bytes for what the locale says they are; arguments and lists are UTF-8.
    setlocale(LC_CTYPE, "C.UTF-8")
    exit(await run(Array(CommandLine.arguments.dropFirst())))
  }

  // Where a caller has closed one of them, its number would become a socket's. Nothing can be written to what stands in
  // for it, which is told like any output that fails.
  private static func keepStandardDescriptors() {
    for number in 0...2 as ClosedRange<Int32> where fcntl(number, F_GETFD) == -1 { _ = open("/dev/null", O_RDONLY) }
  }

  // The soft limit is for programs that use select; the hard one is what an administrator means.
  private static func raiseDescriptorLimit() {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = limit.rlim_max
    _ = setrlimit(resource, &limit)
  }

  /// The status for what a command threw. ArgumentParser's own status for bad usage is 64; ours is 2.
  private static func code(for error: any Error) -> Int32 {
    let code = HeronCommand.exitCode(for: error).rawValue
    return code == ExitCode.validationFailure.rawValue ? ExitStatus.usage.rawValue : code
  }

  static func run(_ arguments: [String]) async -> Int32 {
    do {
      var command = try HeronCommand.parseAsRoot(arguments)
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      return ExitStatus.success.rawValue
    } catch let failure as CommandFailure {
      StandardStream.errors.write(line: "heron: \(failure.message)")
      return failure.status.rawValue
    } catch {
      let status = code(for: error)
      let message = HeronCommand.fullMessage(for: error)
      if !message.isEmpty {
        (status == ExitStatus.success.rawValue ? StandardStream.output : .errors).write(line: message)
      }
      return status
    }
  }
}
