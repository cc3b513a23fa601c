import ArgumentParser

/// How large a message's head may be.
struct MessageFlags: FlagGroup {
  @Option(help: .flag("max-headers")) var maxHeaders: String?
  @Option(help: .flag("max-url")) var maxUrl: String?
}
