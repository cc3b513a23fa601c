import ArgumentParser
import Heron

/// What `heron load` does with what it loads.
struct OutputOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Write each body to a file in this folder, named after its URL.", valueName: "folder"))
  var output: String?
  @Flag(help: "Let --output replace files that are there already.") var overwrite = false
  @Flag(help: "Do not decode: take the bytes as they are, whatever they are.") var noDecode = false
  @Flag(help: "Tell the SHA-256 of each picture's straight RGBA8 pixels.") var checksum = false
  @Option(help: ArgumentHelp("Write a PNG with all pictures made small.", valueName: "file")) var contactSheet: String?
  @Flag(help: "Tell the response's header fields.") var include = false
  @Flag(help: "One JSON object a line instead of text.") var json = false
  @Flag(help: "No progress and no summary.") var quiet = false

  func validate() throws {
    if overwrite, output == nil { throw ValidationError("--overwrite needs --output") }
    if noDecode, checksum { throw ValidationError("--checksum is of pixels: it does not go with --no-decode") }
    if noDecode, contactSheet != nil { throw ValidationError("--contact-sheet does not go with --no-decode") }
  }

  func reporter(count: Int) throws -> Reporter {
    var reporter = Reporter()
    reporter.printer = ResultPrinter(form: json ? .json : .lines(TextStyle(for: .output)))
    reporter.display = ProgressDisplay(isQuiet: quiet)
    reporter.includesChecksum = checksum
    reporter.includesHeaders = include
    do throws(FileError) {
      if let contactSheet { try ContactSheetFile.check(contactSheet) }
      reporter.sheet = contactSheet.map { ContactSheetFile(path: $0, count: count) }
      reporter.output = try output.map { path throws(FileError) in try OutputFolder(path, overwrites: overwrite) }
    } catch {
      throw CommandFailure(error.description, status: .usage)
    }
    return reporter
  }

  /// Sheet, summary and status of a session that has ended.
  func conclude(_ end: SessionEnd) throws {
    if case .cutOff(let error) = end.cause { throw error.asCommandEnd }
    if end.cause.isCompletion, let sheet = end.reporter.sheet {
      try sheet.write(title: "heron load", summary: end.summary)
    }
    if !quiet { StandardStream.errors.write(line: end.summary) }
    if end.status != .success { throw end.status.exitCode }
  }
}
