import ArgumentParser

/// How large a picture may be, in a file or decoded.
struct PictureFlags: FlagGroup {
  @Option(help: .flag("max-body")) var maxBody: String?
  @Option(help: .flag("max-pixels")) var maxPixels: String?
  @Option(help: .flag("max-side")) var maxSide: String?
  @Option(help: .flag("max-decoded-bytes")) var maxDecodedBytes: String?
}
