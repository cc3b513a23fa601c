import ArgumentParser

/// How large a message's head may be, and how far a redirect is followed.
struct MessageFlags: FlagGroup {
  @Option(help: .flag("max-headers")) var maxHeaders: String?
  @Option(help: .flag("max-url")) var maxUrl: String?
  @Option(help: .flag("max-redirects")) var maxRedirects: String?
}
