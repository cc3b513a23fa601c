import ArgumentParser
import Glibc
import Heron

/// What `heron load` does with what it loads.
struct OutputOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Write each body to a file in this folder, named after its URL.", valueName: "folder"))
  var output: String?
  @Flag(help: "Let --output, --trace and --contact-sheet replace files that are there already.") var overwrite = false
  @Flag(help: "Do not decode: take the bytes as they are, whatever they are.") var noDecode = false
  @Flag(help: "Tell the SHA-256 of each picture's straight RGBA8 pixels.") var checksum = false
  @Option(help: ArgumentHelp("Write a PNG with all pictures made small.", valueName: "file")) var contactSheet: String?
  @Flag(help: "Tell the response's header fields.") var include = false
  @Flag(help: "One JSON object a line instead of text.") var json = false
  @Flag(help: "The summary as the last line of standard output; with --json an object.") var summary = false
  @Option(
    help: ArgumentHelp(
      "Write a JSON object a line for each request that went out, attempts and redirects apart.", valueName: "file"))
  var trace: String?
  @Flag(help: "Tell on standard error where the time went, and how connections were used.") var timing = false
  @Flag(help: "No progress, and no summary or messages on standard error.") var quiet = false

  func validate() throws {
    if overwrite, output == nil, trace == nil, contactSheet == nil {
      throw ValidationError("--overwrite needs --output, --trace or --contact-sheet")
    }
    if let trace, trace == contactSheet { throw ValidationError("--trace and --contact-sheet name the same file") }
    if trace == "-" { throw ValidationError("--trace: standard output is for results; give a file") }
    if noDecode, checksum { throw ValidationError("--checksum is of pixels: it does not go with --no-decode") }
    if noDecode, contactSheet != nil { throw ValidationError("--contact-sheet does not go with --no-decode") }
  }

  func reporter(count: Int) throws -> Reporter {
    var reporter = Reporter()
    let form: ResultPrinter.Form = json ? .json : .lines(TextStyle(for: .output))
    reporter.printer = ResultPrinter(form: form, gathers: !StandardStream.output.isTerminal)
    reporter.display = ProgressDisplay(isQuiet: quiet)
    reporter.includesChecksum = checksum
    reporter.includesHeaders = include
    do throws(FileError) {
      if let contactSheet { try ContactSheetFile.check(contactSheet, overwrites: overwrite) }
      reporter.sheet = contactSheet.map { ContactSheetFile(path: $0, count: count) }
      reporter.output = try output.map { path throws(FileError) in try OutputFolder(path, overwrites: overwrite) }
    } catch {
      throw CommandFailure(error.description, status: .usage)
    }
    return reporter
  }

  /// What is to be noted of requests.
  ///
  /// - Parameter began: when the command did, on the loader's clock.
  func measurement(since began: EngineInstant) throws(CommandFailure) -> Measurement {
    do throws(FileError) {
      let file = try trace.map { path throws(FileError) in
        try TraceFile(path, overwrites: overwrite, began: began)
      }
      return Measurement(trace: file, timing: timing ? TimingLog() : nil)
    } catch {
      throw CommandFailure(error.description, status: .usage)
    }
  }

  /// Sheet and summary of a session that has ended.
  func conclude(_ end: SessionEnd) throws {
    if case .cutOff(let error) = end.cause { throw error.asCommandEnd }
    if end.cause.isCompletion, let sheet = end.reporter.sheet {
      try sheet.write(title: "heron load", summary: end.summary)
    }
    if summary, !StandardStream.output.write(line: json ? end.json : end.summary) {
      throw FileError(path: "standard output", act: "write to", code: errno).asCommandEnd
    }
    // Once is enough for a reader who sees both streams.
    if !quiet, json || !summary { StandardStream.errors.write(line: end.summary) }
  }
}
