import Foundation

/// Runs a program from beginning to end, and says what it took.
enum ChildProcess {
  /// A program that ended well.
  struct Outcome {
    /// Seconds from just before its start until it was gone.
    let wall: Double
    /// Seconds of processor time, user's and system's, of all its threads.
    let processor: Double
    /// The most bytes of memory that were resident.
    let peakMemory: Double
    /// What it printed.
    let output: String
  }

  /// A program that could not be started, or did not end well.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  // Often enough for what grows while it runs; a reading takes some 30 µs of a core.
  private static let samplingMilliseconds: Int32 = 10

  /// Runs a program, found on the path where its name has no slash.
  ///
  /// - Parameter keepsOutput: whether what it prints on standard output is kept; standard error always is.
  /// - Throws: ``Failure`` where it did not start or its status is not 0.
  static func run(_ words: [String], keepsOutput: Bool) throws(Failure) -> Outcome {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw failure("no pipe", errno) }
    // The program must not keep its own end of it from closing.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let start = Meters.wall
    let (identifier, code) = spawn(words, writingTo: ends[1], keepsOutput: keepsOutput)
    close(ends[1])
    defer { close(ends[0]) }
    guard code == 0 else { throw failure("cannot start '\(words.first ?? "")'", code) }
    let (output, sampledPeak) = follow(identifier, reading: ends[0])
    var status: Int32 = 0
    var usage = rusage()
    while wait4(identifier, &status, 0, &usage) < 0 {
      guard errno == EINTR else { throw failure("cannot wait for '\(words[0])'", errno) }
    }
    let wall = (Meters.wall - start) / 1e9
    guard status == 0 else {
      let reason = status & 0x7F == 0 ? "status \(status >> 8)" : "signal \(status & 0x7F)"
      throw Failure(description: "'\(words.joined(separator: " "))' ended with \(reason)\n\(output.suffix(2000))")
    }
    return Outcome(
      wall: wall, processor: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      peakMemory: peak(told: Double(usage.ru_maxrss) * 1024, sampled: sampledPeak), output: output)
  }

  /// The system's maximum of a child begins with that of its parent, however it was started: no lower than ours it
  /// tells nothing, and what was read on the way stands.
  private static func peak(told: Double, sampled: Double?) -> Double {
    guard let sampled, let own = Meters.peakResident("self") else { return told }
    return told > own ? told : sampled
  }

  private static func spawn(_ words: [String], writingTo end: Int32, keepsOutput: Bool) -> (pid_t, Int32) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    if keepsOutput {
      posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, end, STDERR_FILENO)
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var identifier: pid_t = 0
    let code = posix_spawnp(&identifier, words.first ?? "", &actions, nil, &arguments, environ)
    return (identifier, code)
  }

  /// Reads what it prints until it is gone, and its peak memory on the way.
  private static func follow(_ identifier: pid_t, reading end: Int32) -> (output: String, peak: Double?) {
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    var peak: Double?
    while true {
      if let resident = Meters.peakResident("\(identifier)") { peak = resident }
      var state = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
      guard poll(&state, 1, samplingMilliseconds) > 0 else { continue }
      let count = read(end, &chunk, chunk.count)
      if count > 0 { output += chunk[..<count] }
      if count == 0 || count < 0 && errno != EINTR { break }
    }
    return (String(decoding: output, as: UTF8.self), peak)
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

  private static func failure(_ what: String, _ code: Int32) -> Failure {
    Failure(description: "\(what): \(String(cString: strerror(code)))")
  }
}
