import ArgumentParser

/// How long things may take.
struct TimeFlags: FlagGroup {
  @Option(help: .flag("connect-timeout")) var connectTimeout: String?
  @Option(help: .flag("first-byte-timeout")) var firstByteTimeout: String?
  @Option(help: .flag("stall-timeout")) var stallTimeout: String?
  @Option(help: .flag("slow-rate")) var slowRate: String?
  @Option(help: .flag("slow-window")) var slowWindow: String?
  @Option(help: .flag("deadline")) var deadline: String?
}
