import ArgumentParser
import Heron
import HeronCodecs

/// `heron decode`.
struct DecodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Decode pictures from files, and say what became of each.",
    discussion: """
      Examples:
        heron decode *.png
        heron decode --json --checksum --max-pixels 1000000 suspicious.png
      """)

  @Argument(help: "Files; - is standard input.") var files: [String]
  @Flag(help: "One JSON object a line instead of text.") var json = false
  @Flag(help: "Tell the SHA-256 of each picture's straight RGBA8 pixels.") var checksum = false
  @OptionGroup(title: "Size of pictures") var limits: PictureFlags

  func validate() throws { _ = try sizeLimits() }

  func run() throws {
    let decoder = FileDecoder(limits: try sizeLimits())
    var reporter = Reporter()
    reporter.printer = ResultPrinter(form: json ? .json : .lines(TextStyle(for: .output)))
    var hasFailures = false
    for (index, file) in files.enumerated() {
      let (result, image) = decoder.decode(file, index: index + 1)
      var completed = result
      if checksum { completed.checksum = image.map(Checksum.of) }
      if reporter.receive(completed, nil).outcome == .failed { hasFailures = true }
      if let error = reporter.outputError { throw error.asCommandEnd }
    }
    if hasFailures { throw ExitStatus.failure.exitCode }
  }

  private func sizeLimits() throws -> SizeLimits {
    var configuration = Configuration(.bulk)
    try limits.apply(to: &configuration)
    return configuration.limits
  }
}
