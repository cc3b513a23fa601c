import Heron

/// What is done with each result: files, checksums, lines, the contact sheet.
struct Reporter: Sendable {
  var printer: ResultPrinter?
  var display = ProgressDisplay(.none)
  var output: OutputFolder?
  var sheet: ContactSheetFile?
  var includesChecksum = false
  var includesHeaders = false
  /// What is told of the time that loads stand in line.
  var timing: TimingLog?
  /// Whether results are kept for a table at the end.
  var keepsResults = false

  private(set) var results: [LoadResult] = []
  /// Why standard output takes no more.
  private(set) var outputError: FileError?

  /// Whether something is done with what came itself: it is written, summed, or shown.
  var needsMedia: Bool { output != nil || sheet != nil || includesChecksum || includesHeaders }

  /// Handles a result.
  ///
  /// - Returns: the result, which may have become a failure: the body could not be written.
  mutating func receive(_ result: LoadResult, _ media: LoadedMedia?) -> LoadResult {
    var result = result
    if let body = media?.body, output != nil { write(body, of: &result) }
    if includesChecksum, let image = media?.image { result.checksum = Checksum.of(image) }
    result.headers = includesHeaders ? media?.response.headers ?? result.headers : nil
    sheet?.add(result, media?.image)
    if keepsResults { results.append(result) }
    if result.attempts > 0 || result.waited > .zero { timing?.add(waited: result.waited) }
    printer?.add(result)
    if printer?.isDue == true { flush() }
    return result
  }

  /// Whether there are lines that wait for ``flush()``.
  var hasUnwrittenLines: Bool { printer?.unwritten.isEmpty == false }

  /// Writes the lines that have gathered.
  mutating func flush() {
    guard hasUnwrittenLines else { return }
    display.clear()
    do throws(FileError) {
      try printer?.flush()
    } catch {
      outputError = error
    }
    display.restore()
  }

  private mutating func write(_ body: [UInt8], of result: inout LoadResult) {
    do {
      result.file = try output?.write(body, url: result.url)
    } catch {
      result.fail(MediaLoadError(.output, "\(error)"))
    }
  }
}
