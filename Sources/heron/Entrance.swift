import ArgumentParser
import Glibc

/// Where the process begins and ends: what a command throws becomes a message and a status.
@main enum Entrance {
  static func main() async {
    // Otherwise a reader that leaves would end the process before it can clean up.
    signal(SIGPIPE, SIG_IGN)
    exit(await run(Array(CommandLine.arguments.dropFirst())))
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
      let status = ExitStatus.code(for: error)
      let message = HeronCommand.fullMessage(for: error)
      if !message.isEmpty {
        (status == ExitStatus.success.rawValue ? StandardStream.output : .errors).write(line: message)
      }
      return status
    }
  }
}
